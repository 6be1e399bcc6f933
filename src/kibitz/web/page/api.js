// The page of the interface: drawn from its OpenAPI description, with a way to try each address.

import { $, el } from "./dom.js";

const nameOf = (reference) => reference.split("/").at(-1);

// A schema in a few words: string, list of Move, integer or null, …
function words(schema) {
  if (!schema) return "";
  if (schema.$ref) return nameOf(schema.$ref);
  if (schema.enum) return schema.enum.map((one) => JSON.stringify(one)).join(" | ");
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  const several = schema.anyOf || schema.oneOf;
  if (several) return several.map(words).join(" | ");
  if (schema.type === "array") return `list of ${words(schema.items) || "anything"}`;
  if (schema.type === "object" && schema.additionalProperties) {
    return `object of ${words(schema.additionalProperties) || "anything"}`;
  }
  return schema.type || "anything";
}

function fieldsOf(schema) {
  const rows = Object.entries(schema.properties || {}).map(([name, one]) => [
    name,
    words(one),
    (schema.required || []).includes(name) ? "always" : "if it says something",
  ]);
  return table(["field", "type", "given"], rows);
}

function table(head, rows) {
  return el(
    "table",
    {},
    el("thead", {}, el("tr", {}, ...head.map((word) => el("th", { scope: "col" }, word)))),
    el("tbody", {}, ...rows.map((row) => el("tr", {}, ...row.map((cell) => el("td", {}, cell))))),
  );
}

function operation(path, method, one) {
  const parameters = (one.parameters || []).filter((parameter) => parameter.in !== "header");
  const inputs = new Map();
  const rows = parameters.map((parameter) => {
    const example = parameter.schema?.examples?.[0] ?? parameter.examples?.[0] ?? "";
    const input = el("input", {
      "aria-label": `${parameter.name} of ${path}`,
      value: example,
      autocomplete: "off",
    });
    inputs.set(parameter.name, { ...parameter, input });
    return [parameter.name, words(parameter.schema), parameter.description || "", input];
  });
  const body = one.requestBody?.content?.["application/json"]?.schema;
  const text = body && el("textarea", { rows: 3, "aria-label": `body of ${path}` });
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
    const options = { method: method.toUpperCase() };
    if (text) {
      options.body = text.value;
      options.headers = { "Content-Type": "application/json" };
    }
    const got = await fetch(address, options);
    const said = await got.text();
    let pretty = said;
    try {
      pretty = JSON.stringify(JSON.parse(said), null, 2);
    } catch {
      // a picture, not JSON
    }
    answer.hidden = false;
    answer.textContent = `${got.status} ${address}\n\n${pretty.slice(0, 20_000)}`;
  };
  const given = one.responses["200"]?.content?.["application/json"]?.schema;
  return el(
    "details",
    { class: "operation" },
    el(
      "summary",
      {},
      el("span", { class: `method ${method}` }, method.toUpperCase()),
      el("code", {}, path),
      el("span", {}, (one.description || "").split("\n")[0]),
    ),
    el("p", {}, one.description || ""),
    rows.length ? table(["parameter", "type", "meaning", "value"], rows) : null,
    body && el("p", {}, "Takes ", el("strong", {}, words(body)), ":"),
    text,
    el("p", {}, "Gives ", el("strong", {}, given ? words(given) : "a picture"), "."),
    el("button", { type: "button", onclick: run }, "Try it"),
    answer,
  );
}

function exampleOf(schema) {
  const examples = {
    Do: { match: "kibitz+noughts;moves+b2", play: "a1" },
    Ask: { match: "kibitz+noughts;moves+b2" },
    Edited: { game: "noughts", cells: ["X", "O", ".", ".", ".", ".", ".", ".", "."] },
    Choice: { game: "lgame", players: ["human", "perfect"] },
  };
  return examples[nameOf(schema.$ref || "")] || {};
}

try {
  const described = await (await fetch("/api/openapi.json")).json();
  const operations = Object.entries(described.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, one]) => operation(path, method, one)),
  );
  $("#paths").replaceChildren(...operations);
  $("#shapes").replaceChildren(
    ...Object.entries(described.components.schemas).map(([name, schema]) =>
      el(
        "section",
        { id: name },
        el("h3", {}, name),
        el("p", {}, schema.description || ""),
        fieldsOf(schema),
      ),
    ),
  );
} catch {
  $("#status").textContent = "The description could not be read.";
}
document.documentElement.dataset.ready = "yes";
