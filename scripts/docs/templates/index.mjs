/** Templates to manage many computers, made from the schema of the configuration (docs/administration.md). */
import { playbook, variables } from './ansible.mjs';
import { mobileConfig, propertyList } from './apple-profile.mjs';
import { adml, admx } from './group-policy.mjs';

/** Every template by its file. @type {Readonly<Record<string, () => string>>} */
export const TEMPLATES = {
  'docs/templates/windows/gatehouse.admx': admx,
  'docs/templates/windows/en-US/gatehouse.adml': adml,
  'docs/templates/macos/gatehouse.mobileconfig': mobileConfig,
  'docs/templates/macos/dev.gatehouse.desktop.plist': propertyList,
  'docs/templates/ansible/playbook.yml': playbook,
  'docs/templates/ansible/gatehouse.yml': variables,
};
