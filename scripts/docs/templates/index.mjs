/** Templates to manage many computers, made from the schema of the configuration (docs/administration.md). */
import { playbook, variables } from './ansible.mjs';
import { mobileConfig, propertyList } from './apple-profile.mjs';
import { adml, admx } from './group-policy.mjs';

/** Every template by its file. @type {Readonly<Record<string, () => string>>} */
export const TEMPLATES = {
  'packaging/policies/windows/gatehouse.admx': admx,
  'packaging/policies/windows/en-US/gatehouse.adml': adml,
  'packaging/policies/macos/gatehouse.mobileconfig': mobileConfig,
  'packaging/policies/macos/dev.gatehouse.desktop.plist': propertyList,
  'packaging/policies/ansible/playbook.yml': playbook,
  'packaging/policies/ansible/gatehouse.yml': variables,
};
