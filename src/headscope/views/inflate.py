"""The few lines of JavaScript that a host of the page's module needs to unpack what Python packed: `mount` takes plain bytes."""

INFLATE = """
async function inflate(bytes) {
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return await new Response(stream).arrayBuffer();
}
"""
