// Python in the browser as a transport (talk.js says what that is), for a page without a server.
//
// What is asked first was answered when the site was made. Python says the same, but takes some
// seconds to start; what a written answer lacks comes from it.

import { begin, python } from "./interpreter.js";
import { written } from "./prepared_answers.js";

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
