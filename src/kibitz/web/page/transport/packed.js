// Decompresses the files of web/site/site_packing.py.

/** @param {string | URL} address */
export async function unpacked(address) {
  const { ok, status, body } = await fetch(address);
  if (!ok || !body) throw new Error(`${address}: ${status}`);
  return new Response(body.pipeThrough(new DecompressionStream("gzip")));
}
