// A file in a link: its name, and its text compressed. Nothing of it is sent to a server, since what
// stands behind # stays in the browser.

const MOST = 1_000_000; // bytes of a text

/** @param {string} name @param {string} text */
export async function linkOf(name, text) {
  const packed = await through(new TextEncoder().encode(text), new CompressionStream("deflate-raw"));
  return `#${new URLSearchParams({ file: name, text: encoded(packed) })}`;
}

// Returns the file in the fragment of an address, null if there is none or it is damaged.
/** @param {string} hash */
export async function fileIn(hash) {
  const fields = new URLSearchParams(hash.replace(/^#/, ""));
  const [name, packed] = [fields.get("file"), fields.get("text")];
  if (!name || !packed) return null;
  try {
    const octets = await through(decoded(packed), new DecompressionStream("deflate-raw"));
    return { name, text: new TextDecoder().decode(octets) };
  } catch {
    return null;
  }
}

/** @param {Uint8Array<ArrayBuffer>} octets @param {CompressionStream | DecompressionStream} stream */
async function through(octets, stream) {
  const reader = new Blob([octets]).stream().pipeThrough(stream).getReader();
  const parts = [];
  let size = 0;
  for (;;) {
    const { value } = await reader.read();
    if (!value) break;
    size += value.length;
    if (size > MOST) throw new Error("too long");
    parts.push(value);
  }
  return new Uint8Array(await new Blob(parts).arrayBuffer());
}

// Base64 without characters that have a meaning in addresses.
/** @param {Uint8Array} octets */
const encoded = (octets) =>
  btoa(Array.from(octets, (octet) => String.fromCharCode(octet)).join("")).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");

/** @param {string} text */
const decoded = (text) =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
