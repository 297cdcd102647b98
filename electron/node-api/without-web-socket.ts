/*
 * Without the compiler (`--jitless`) there is no WebAssembly, which Node's own WebSocket needs: the first look at it
 * throws, and engine.io-client looks as it is loaded. Import this first. Nothing here opens a websocket (no-websocket.ts).
 */
Reflect.deleteProperty(globalThis, 'WebSocket');
