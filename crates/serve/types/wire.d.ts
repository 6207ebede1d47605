// The types of JSON between server and scripts, as the namespace `Wire`. They are generated from the schemas of
// `quirkat-wire`.

export type * from "../../web/package/wire";
export as namespace Wire;
