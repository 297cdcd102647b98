/** A playbook for Ansible and its values. Every key is included; optional keys are commented out. */
import { childrenOf, factsOf, ROWS, SECTIONS } from './rows.ts';

/** Secrets come from a vault. */
const FROM_VAULT: Readonly<Record<string, string>> = {
  'service.systemToken': '{{ gatehouse_system_token }}',
};

/** playbook.yml: the tasks. */
export function playbook() {
  return `# Generated: node scripts/docs.mjs. The values are in gatehouse.yml beside it.
- name: Gatehouse
  hosts: gatehouse
  become: true
  vars_files: [gatehouse.yml]
  tasks:
    - name: Copy the package
      ansible.builtin.copy: { src: "{{ gatehouse_package }}", dest: /var/cache/gatehouse-package, mode: "0644" }
    - name: Look at the package
      ansible.builtin.stat: { path: /var/cache/gatehouse-package, checksum_algorithm: sha256 }
      register: gatehouse_copied
    - name: Refuse another package than that of SHA256SUMS
      ansible.builtin.assert: { that: gatehouse_copied.stat.checksum == gatehouse_package_sha256 }
    - name: Install the deb
      ansible.builtin.apt: { deb: /var/cache/gatehouse-package }
      when: ansible_facts['pkg_mgr'] == 'apt'
    - name: Install the rpm, whose checksum was compared
      ansible.builtin.dnf: { name: /var/cache/gatehouse-package, disable_gpg_check: true }
      when: ansible_facts['pkg_mgr'] in ['dnf', 'dnf5']
    - name: Make the group
      ansible.builtin.group: { name: "{{ gatehouse_group }}", system: true }
      when: gatehouse_group_is_local
    - name: Write the secret key
      ansible.builtin.copy:
        content: "{{ gatehouse_secret_key }}"
        dest: /etc/gatehouse/secret
        owner: root
        group: "{{ gatehouse_group }}"
        mode: "0640"
      no_log: true
    - name: Copy the other files that the configuration names
      ansible.builtin.copy: { src: "{{ item }}", dest: /etc/gatehouse/, owner: root, group: root, mode: "0644" }
      loop: "{{ gatehouse_files }}"
    - name: Write a draft of the configuration
      ansible.builtin.copy:
        content: "{{ gatehouse_config | to_nice_json }}"
        dest: /etc/gatehouse/config.json.new
        owner: root
        group: "{{ gatehouse_group }}"
        mode: "0640"
      no_log: true
    - name: Check the draft
      ansible.builtin.command: gatehouse config validate /etc/gatehouse/config.json.new
      changed_when: false
    - name: Put it in place
      ansible.builtin.copy:
        src: /etc/gatehouse/config.json.new
        remote_src: true
        dest: /etc/gatehouse/config.json
        owner: root
        group: "{{ gatehouse_group }}"
        mode: "0640"
      no_log: true
    - name: Check it in place, with the files that it names
      ansible.builtin.command: gatehouse config validate
      changed_when: false
`;
}

/** gatehouse.yml: the values. */
export function variables() {
  return `# Generated from the schema of the configuration: node scripts/docs.mjs
# gatehouse_system_token and gatehouse_secret_key are secret: keep them in a file that ansible-vault encrypted.
gatehouse_package: gatehouse.deb
# Of this package, out of SHA256SUMS.
gatehouse_package_sha256: ""
# Who may read the configuration and the secret key, and so may sign in; false: a group of your directory.
gatehouse_group: gatehouse-users
gatehouse_group_is_local: true
# Beside the playbook, such as ca.pem; each lands in /etc/gatehouse.
gatehouse_files: []
# Keys that are managed only count from here alone. Where the default is none, the value is an example.
gatehouse_config:
${sectionsIn([], '  ')}
`;
}

/** `isAside`: all of it is in comments already. */
function sectionsIn(above: readonly string[], indent: string, isAside = false): string {
  const keys = childrenOf(ROWS, above).map((row) => {
    const said = `${row.name}: ${JSON.stringify(FROM_VAULT[row.key] ?? row.example)}`;
    const isSaid = row.isSet || isAside;
    return [...factsOf(row).map((fact) => `# ${fact}`), isSaid ? said : `#${said}`].join('\n');
  });
  const sections = childrenOf(SECTIONS, above).map(({ path, name, words }) => {
    const isSaid = isAside || ROWS.some(({ key, isSet }) => isSet && key.startsWith(`${path.join('.')}.`));
    const text = `# ${words}\n${name}:\n${sectionsIn(path, '  ', isAside || !isSaid)}`;
    return isSaid ? text : text.replace(/^/gm, '#');
  });
  return [...keys, ...sections].join('\n').replace(/^(?=.)/gm, indent);
}
