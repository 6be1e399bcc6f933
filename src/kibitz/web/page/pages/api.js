// The page of the interface: drawn from its OpenAPI description, with a way to try each address.

import { settle } from "../core/choices.js";
import { $, el, marked } from "../core/dom.js";
import { reach } from "../transport/server.js";
import { language, t } from "../core/words.js";

/**
 * @typedef {object} Schema of OpenAPI
 * @property {string} [$ref]
 * @property {unknown[]} [enum]
 * @property {unknown} [const]
 * @property {Schema[]} [anyOf]
 * @property {Schema[]} [oneOf]
 * @property {string} [type]
 * @property {Schema} [items]
 * @property {Schema} [additionalProperties]
 * @property {Record<string, Schema>} [properties]
 * @property {string[]} [required]
 * @property {string[]} [examples]
 * @property {string} [description]
 * @typedef {{ name: string, in: string, schema?: Schema, description?: string }} Parameter
 * @typedef {Partial<Record<string, { schema?: Schema }>>} Content by its kind
 * @typedef {object} Operation
 * @property {string} [description]
 * @property {Parameter[]} [parameters]
 * @property {{ content?: Content }} [requestBody]
 * @property {Record<string, { content?: Content } | undefined>} responses by their status
 * @typedef {{ paths: Record<string, Record<string, Operation>>, components: { schemas: Record<string, Schema> } }} Described
 * @typedef {import("../core/dom.js").Child} Child
 */

/** @param {string} reference */
const nameOf = (reference) => reference.slice(reference.lastIndexOf("/") + 1);

// A schema as a program writes it: string, Move[], integer | null, …
/** @param {Schema} [schema] @returns {string} */
function words(schema) {
  if (!schema) return "";
  if (schema.$ref) return nameOf(schema.$ref).replace(/Schema$/, "");
  if (schema.enum) return schema.enum.map((one) => JSON.stringify(one)).join(" | ");
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  const either = schema.anyOf || schema.oneOf;
  if (either) return either.map(words).join(" | ");
  if (schema.type === "array") return `${several(words(schema.items))}[]`;
  if (schema.type === "object" && schema.additionalProperties) {
    return `{string: ${words(schema.additionalProperties)}}`;
  }
  if (schema.properties) {
    const fields = Object.entries(schema.properties);
    return `{${fields.map(([name, one]) => `${name}: ${words(one)}`).join(", ")}}`;
  }
  return schema.type || "any";
}

/** @param {string} type */
const several = (type) => (type.includes(" | ") ? `(${type})` : type);

// What is described, paragraph by paragraph, in the language of the page.
const said = (description = "") =>
  description
    .split("\n\n")
    .filter(Boolean)
    .map((part) => t(part.replace(/\s+/g, " ").trim()));

/** @param {string} type */
const code = (type) => el("code", {}, type);

/** @param {Schema} schema */
function fieldsOf(schema) {
  const rows = Object.entries(schema.properties || {}).map(([name, one]) => [
    code(name),
    code(words(one)),
    (schema.required || []).includes(name) ? t("always") : t("only when it has a value"),
  ]);
  return table([t("field"), t("type"), t("given")], rows);
}

/** @param {string[]} head @param {Child[][]} rows */
function table(head, rows) {
  return el(
    "table",
    {},
    el("thead", {}, el("tr", {}, ...head.map((word) => el("th", { scope: "col" }, word)))),
    el("tbody", {}, ...rows.map((row) => el("tr", {}, ...row.map((cell) => el("td", {}, cell))))),
  );
}

/** @param {string} path @param {string} method @param {Operation} one */
function operation(path, method, one) {
  const parameters = (one.parameters || []).filter((parameter) => parameter.in !== "header");
  /** @type {Map<string, { in: string, input: HTMLInputElement }>} */
  const inputs = new Map();
  const rows = parameters.map((parameter) => {
    const value = parameter.schema?.examples?.[0] ?? "";
    const input = el("input", { "aria-label": `${path}: ${parameter.name}`, value, autocomplete: "off" });
    inputs.set(parameter.name, { in: parameter.in, input });
    return [
      code(parameter.name),
      code(words(parameter.schema)),
      el("span", {}, said(parameter.description).flatMap(marked)),
      input,
    ];
  });
  const body = one.requestBody?.content?.["application/json"]?.schema;
  const text = body && el("textarea", { rows: 3, "aria-label": `${path}: JSON` });
  if (text) text.value = JSON.stringify(exampleOf(body));
  const answer = el("pre", { hidden: true, tabindex: 0 });
  const run = async () => {
    let address = path;
    const query = new URLSearchParams();
    for (const [name, { input, in: place }] of inputs) {
      if (place === "path") {
        address = address.replace(`{${name}}`, encodeURIComponent(input.value));
      } else if (input.value) query.set(name, input.value);
    }
    if (String(query)) address += `?${query}`;
    const sent = text && { body: text.value, headers: { "Accept-Language": language(), "Content-Type": "application/json" } };
    const options = { method: method.toUpperCase(), headers: { "Accept-Language": language() }, ...sent };
    const got = await reach(address.slice("/api/".length), options);
    const answered = await got.text();
    let pretty = answered;
    try {
      const lines = answered.split("\n").filter(Boolean);
      pretty = lines.map((line) => JSON.stringify(JSON.parse(line), null, 2)).join("\n");
    } catch {
      // a picture, not JSON
    }
    answer.hidden = false;
    answer.textContent = `${got.status} ${address}\n\n${pretty.slice(0, 20_000)}`;
  };
  const gives = one.responses["200"]?.content || {};
  const given = (gives["application/json"] || gives["application/x-ndjson"])?.schema;
  return el(
    "details",
    { class: "operation" },
    el(
      "summary",
      {},
      el("span", { class: `method ${method}` }, method.toUpperCase()),
      el("code", {}, path),
      el("span", {}, marked(said(one.description)[0])),
    ),
    said(one.description)
      .slice(1)
      .map((part) => el("p", {}, marked(part))),
    rows.length ? table([t("parameter"), t("type"), t("meaning"), t("value")], rows) : null,
    body && el("p", {}, t("Accepts:"), " ", code(words(body))),
    text,
    el("p", {}, t("Returns:"), " ", code(given ? words(given) : "SVG")),
    el("button", { type: "button", onclick: run }, t("Try it")),
    answer,
  );
}

/** @param {Schema} schema */
function exampleOf(schema) {
  /** @type {Record<string, object>} */
  const examples = {
    MatchAction: { match: "kibitz+noughts;moves+b2", play: "a1" },
    Ask: { match: "kibitz+noughts;moves+b2" },
    Edited: { game: "noughts", cells: ["X", "O", ".", ".", ".", ".", ".", ".", "."] },
    Choice: { game: "lgame", players: ["human", "perfect"] },
  };
  return examples[nameOf(schema.$ref || "")] || {};
}

await settle();
$("#intro").append(
  ...[
    t("Every address answers JSON. A position in an address is its one-line text, such as `XO.-.X.-...`, or `start`."),
    t("An error is one sentence, `error`; if the answer takes longer than a page should wait, `command` is the command to run."),
  ].map((words) => el("p", {}, marked(words))),
);
try {
  /** @type {Described} */
  const described = await (await reach("openapi.json")).json();
  const operations = Object.entries(described.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, one]) => operation(path, method, one)),
  );
  $("#paths").replaceChildren(...operations);
  $("#shapes").replaceChildren(
    ...Object.entries(described.components.schemas).map(([name, schema]) =>
      el(
        "section",
        { id: name },
        el("h3", {}, code(name)),
        said(schema.description).map((part) => el("p", {}, marked(part))),
        fieldsOf(schema),
      ),
    ),
  );
} catch {
  $("#status").textContent = t("The description could not be read.");
}
document.documentElement.dataset.ready = "yes";
