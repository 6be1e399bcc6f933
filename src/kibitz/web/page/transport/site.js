// Transport (see talk.js) to Python in the browser, for a static site.
//
// The first questions were answered when the site was made. Python gives the same answers, but takes
// some seconds to start; it adds the missing parts.

import { begin, python } from "./interpreter.js";
import { written } from "./prepared_answers.js";

/** @type {import("./talk.js").Transport} */
export const site = {
  async *answer(question, code, details) {
    begin(); // while what is written is shown
    const { parts, whole } = await written(question, code, details);
    yield* parts;
    if (whole) return;
    let at = 0;
    for await (const part of python({ question, code, details })) {
      if (at >= parts.length) yield part;
      at += 1;
    }
  },
};
