/**
 * `npm run package`: the program of this platform in release/, unpacked. Made with the Electron of package.json; where
 * that is not to be had, with the one that is, and then the folder's name says that it is for tests only.
 */
import path from 'node:path';
import { main, prepare } from './setup/prepare.mjs';

await main(async () => {
  const { packaged } = await prepare('package');
  console.log(path.relative(process.cwd(), packaged?.folder ?? ''));
  return 0;
});
