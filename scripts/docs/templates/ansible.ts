/** The values of the playbook for Ansible. Every key is included; optional keys are commented out. */
import { factsOf, rowsIn } from './rows.ts';

/** Secrets come from a vault. */
const FROM_VAULT: Readonly<Record<string, string>> = {
  'service.systemToken': '{{ gatehouse_system_token }}',
};

/** gatehouse.yml: the values. */
export function variables() {
  return `# Generated from the schema of the configuration: npm run docs
# gatehouse_system_token and gatehouse_secret_key are secret: keep them in a file that ansible-vault encrypted.
gatehouse_package: gatehouse.deb
# Of this package, out of SHA256SUMS.
gatehouse_package_sha256: ""
# Who may read the configuration, and so may sign in; false: a group of your directory.
gatehouse_group: gatehouse-users
gatehouse_group_is_local: true
# Who holds the secret key. "signer": an account of its own, which signs for the group; no person can read the key, and
# credentials below does not count. "file": a file that the group may read. "other": the playbook writes no key;
# credentials below names your own signer, or the key store has the key.
gatehouse_secret: signer
# With "signer": the folder that has signerd.py, ask-signer.py and gatehouse-signer.service, beside the playbook.
gatehouse_signer_folder: signer-other-account
# With "signer": more options of signerd.py. This one signs for the account's own name alone, as login.username "os"
# asks; leave it out ("") with login.names, and where people type names.
gatehouse_signer_options: --own-name-only
# Beside the playbook, such as ca.pem; each lands in /etc/gatehouse.
gatehouse_files: []
# Keys that are managed only count from here alone. Where the default is none, the value is an example.
gatehouse_config:
${linesOf('', '  ')}
`;
}

/** `isAside`: all of it is in comments already. */
function linesOf(above: string, indent: string, isAside = false): string {
  const lines = rowsIn(above).map((row) => {
    const { key, name, words, example, isSet, isSection } = row;
    const mark = (text: string) => (isSet || isAside ? text : text.replace(/^/gm, '#'));
    if (isSection) return mark(`# ${words}\n${name}:\n${linesOf(key, '  ', isAside || !isSet)}`);
    const facts = factsOf(row).map((fact) => `# ${fact}`);
    return [...facts, mark(`${name}: ${JSON.stringify(FROM_VAULT[key] ?? example)}`)].join('\n');
  });
  return lines.join('\n').replace(/^(?=.)/gm, indent);
}
