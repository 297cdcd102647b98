import { describe, expect, it } from 'vitest';
import { isServicePage } from '../../../../electron/hosted-page/service-page.ts';

const SERVICE = 'https://mfa.example.com';
const LOOPBACK = 'http://127.0.0.1:8080';

describe('an address that a browser is led to (SEC-7)', () => {
  it.each([SERVICE, LOOPBACK])('accepts a page of the service at %s', (baseUrl) => {
    expect(isServicePage(`${baseUrl}/api/transaction/process/abc`, baseUrl)).toBe(true);
  });

  it.each([
    [SERVICE, 'http://mfa.example.com/api/transaction/process/abc'],
    [SERVICE, `${LOOPBACK}/api/transaction/process/abc`],
    [SERVICE, 'https://mfa.example.com.evil.example/api/transaction/process/abc'],
    [SERVICE, 'https://a:b@mfa.example.com/api/transaction/process/abc'],
    [SERVICE, 'file:///etc/passwd'],
    [SERVICE, 'no address'],
    [LOOPBACK, 'http://127.0.0.1:8081/api/transaction/process/abc'],
    [LOOPBACK, 'http://localhost:8080/api/transaction/process/abc'],
    [LOOPBACK, 'http://a@127.0.0.1:8080/api/transaction/process/abc'],
    [LOOPBACK, 'http://127.0.0.1:8080/a/../b'],
    [LOOPBACK, 'javascript:alert(1)'],
  ])('refuses as a page of the service at %s the address %s', (baseUrl, address) => {
    expect(isServicePage(address, baseUrl)).toBe(false);
  });
});
