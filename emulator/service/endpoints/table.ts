import { appInit } from './app-init.ts';
import { confirmCode } from './confirm-code.ts';
import { confirmSecurityKeySsh } from './confirm-security-key-ssh.ts';
import { credentials } from './credentials.ts';
import type { Endpoint } from './endpoint.ts';
import { init } from './init.ts';
import { methodSsh } from './method-ssh.ts';

/** Every path of the API (specification 4; the last one docs/wire.md 1.9). */
export const endpoints = {
  '/api/transaction/init': init,
  '/api/transaction/methodSSH': methodSsh,
  '/api/transaction/confirmCode': confirmCode,
  '/api/transaction/confirmSecurityKeySSH': confirmSecurityKeySsh,
  '/api/transaction/credentials': credentials,
  '/api/app/init': appInit,
} as const satisfies Record<string, Endpoint>;

export type ApiPath = keyof typeof endpoints;

export const apiPaths = Object.keys(endpoints) as readonly ApiPath[];

export function isApiPath(path: string): path is ApiPath {
  return Object.hasOwn(endpoints, path);
}
