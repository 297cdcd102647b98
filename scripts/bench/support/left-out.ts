/** The rows that are not measured in this run, each with its reason. */
export const leftOut: string[] = [];
