/** A playbook for Ansible. Every key stands in it; what need not be said is in comments. */
import { factsOf, ROWS, SECTIONS } from './rows.mjs';

/** What is secret comes from elsewhere. @type {Readonly<Record<string, string>>} */
const FROM_VAULT = { 'service.systemToken': '{{ gatehouse_system_token }}' };

/** playbook.yml. */
export function playbook() {
  return `# Generated from the schema of the configuration: node scripts/docs.mjs
#
# Installs Gatehouse from a package on the control node and writes the managed configuration.
# gatehouse_system_token and gatehouse_secret_key are secret: keep them in a file that ansible-vault encrypted,
# never in this one.
- name: Gatehouse
  hosts: gatehouse
  become: true
  vars:
    gatehouse_package: gatehouse.deb
    # Who may read the configuration and the secret key, and so may log in.
    gatehouse_group: gatehouse-users
    gatehouse_config:
${sectionsIn([], '      ')}
  tasks:
    - name: Copy the package
      ansible.builtin.copy:
        src: "{{ gatehouse_package }}"
        dest: "/var/cache/{{ gatehouse_package | basename }}"
        mode: "0644"

    - name: Install the deb
      ansible.builtin.apt:
        deb: "/var/cache/{{ gatehouse_package | basename }}"
      when: ansible_facts['pkg_mgr'] == 'apt'

    - name: Install the rpm
      ansible.builtin.dnf:
        name: "/var/cache/{{ gatehouse_package | basename }}"
        # For a package without a signature: compare SHA256SUMS before. For a signed one: false.
        disable_gpg_check: true
      when: ansible_facts['pkg_mgr'] in ['dnf', 'dnf5']

    - name: Make the group
      ansible.builtin.group:
        name: "{{ gatehouse_group }}"
        system: true

    - name: Write the secret key
      ansible.builtin.copy:
        content: "{{ gatehouse_secret_key }}"
        dest: /etc/gatehouse/secret
        owner: root
        group: "{{ gatehouse_group }}"
        mode: "0640"
      no_log: true

    - name: Check and write the configuration
      ansible.builtin.copy:
        content: "{{ gatehouse_config | to_nice_json }}"
        dest: /etc/gatehouse/config.json
        owner: root
        group: "{{ gatehouse_group }}"
        mode: "0640"
        validate: gatehouse config validate %s
      no_log: true
`;
}

/**
 * @param {readonly string[]} above
 * @param {string} indent
 * @param {boolean} isAside whether all of it is in comments already
 * @returns {string}
 */
function sectionsIn(above, indent, isAside = false) {
  const isHere = (/** @type {{ path: readonly string[] }} */ { path }) =>
    path.length === above.length + 1 && above.every((name, index) => path[index] === name);
  const keys = ROWS.filter(isHere).map((row) => {
    const said = `${row.path.at(-1)}: ${JSON.stringify(FROM_VAULT[row.key] ?? row.example)}`;
    const isSaid = row.isRequired || isAside;
    return [...factsOf(row).map((fact) => `# ${fact}`), isSaid ? said : `#${said}`].join('\n');
  });
  const sections = SECTIONS.filter(isHere).map(({ path, words }) => {
    const isSaid =
      isAside || ROWS.some(({ key, isRequired }) => isRequired && key.startsWith(`${path.join('.')}.`));
    const text = `# ${words}\n${path.at(-1)}:\n${sectionsIn(path, '  ', isAside || !isSaid)}`;
    return isSaid ? text : text.replace(/^/gm, '#');
  });
  return [...keys, ...sections].join('\n').replace(/^(?=.)/gm, indent);
}
