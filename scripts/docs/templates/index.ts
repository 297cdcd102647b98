/** Templates to manage many computers, made from the schema of the configuration (docs/administration.md). */
import { variables } from './ansible.ts';
import { mobileConfig, propertyList } from './apple-profile.ts';
import { adml, admx } from './group-policy.ts';

/** Every template by its file. */
export const TEMPLATES: Readonly<Record<string, () => string>> = {
  'packaging/policies/windows/gatehouse.admx': admx,
  'packaging/policies/windows/en-US/gatehouse.adml': adml,
  'packaging/policies/macos/gatehouse.mobileconfig': mobileConfig,
  'packaging/policies/macos/dev.gatehouse.desktop.plist': propertyList,
  'packaging/policies/ansible/gatehouse.yml': variables,
};
