// Answers queries as the page would, one JSON object a line: {facts, query} in, {heads, read} or {message, start, end, suggestions} out.
// tests/query/test_query_in_node.py compares the answers with Python's.
import { createInterface } from "node:readline";
import { resolve } from "node:path";
import { rolldown } from "rolldown";

const bundle = await rolldown({ input: resolve(import.meta.dirname, "../src/query.ts") });
const { output } = await bundle.generate({ format: "es" });
const { search, QueryError } = await import(`data:text/javascript,${encodeURIComponent(output[0].code)}`);

function answer({ facts, query }) {
  try {
    const { heads, read } = search(facts, query);
    return { heads: heads.map(({ stack, layer, head }) => `${stack}/${layer + 1}-${head + 1}`), read };
  } catch (error) {
    if (!(error instanceof QueryError)) throw error;
    return { message: error.message, start: error.start, end: error.end, suggestions: error.suggestions };
  }
}

for await (const line of createInterface({ input: process.stdin })) console.log(JSON.stringify(answer(JSON.parse(line))));
