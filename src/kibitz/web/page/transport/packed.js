// Decompresses the files of web/site/site_packing.py.

export async function unpacked(address) {
  const { ok, status, body } = await fetch(address);
  if (!ok) throw new Error(`${address}: ${status}`);
  return new Response(body.pipeThrough(new DecompressionStream("gzip")));
}
