// The addresses of lessons.

export const link = (kind, name) => `#/learn/${kind}/${encodeURIComponent(name)}`;
