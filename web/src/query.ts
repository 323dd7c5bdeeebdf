// Queries over the scores of a page, `dobj > 0.6 and sep < 0.3`: text → tokens → tree → heads. docs/find.md is the language.
// One file per file of src/headscope/query, and the same language: one table of cases is run by both.
export type { Found } from "./query/evaluate";
export { type Facts, factsOf } from "./query/facts";
export { LIMITS, QueryError } from "./query/language";
export { search } from "./query/suggest";
