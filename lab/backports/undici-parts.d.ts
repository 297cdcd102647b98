/** The classes alone: the whole of undici is a network that must not be there, and takes 20 ms to load. */
declare module 'undici/lib/fetch/formdata.js' {
  export const FormData: unknown;
}
declare module 'undici/lib/fetch/headers.js' {
  export const Headers: unknown;
}
declare module 'undici/lib/fetch/request.js' {
  export const Request: unknown;
}
declare module 'undici/lib/fetch/response.js' {
  export const Response: unknown;
}
