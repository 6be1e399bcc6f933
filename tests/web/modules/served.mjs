// Makes Node.js import the module that the server makes, from the variable QUESTIONS.

import { register } from "node:module";

const inline = (code) => `data:text/javascript,${encodeURIComponent(code)}`;
const address = JSON.stringify(inline(process.env.QUESTIONS));
register(
  inline(`export const resolve = (name, context, next) =>
    name.endsWith("/questions.js") ? { url: ${address}, shortCircuit: true } : next(name, context);`),
);
