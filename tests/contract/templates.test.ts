/**
 * The templates for fleets: whole, about every key of the schema, and taken by the program's own
 * reader.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { isAbsolute, join, resolve } from 'node:path';
import { buildBinary, type PlistValue } from 'plist';
import { describe, expect, it } from 'vitest';
import * as z from 'zod/mini';
import { checkConfigData } from '../../electron/config/check-config-data.ts';
import { readPlist } from '../../electron/config/sources/read-plist.ts';
import { examineRegistryPolicy } from '../../electron/config/sources/registry-policy.ts';
import { validateFile } from '../../electron/doctor/validate-config.ts';
import { keysOf, valueAt } from '../../shared/config/config-entry.ts';
import { CONFIG_KEYS } from '../../shared/config/config-keys.ts';
import { configFileSchema, DEFAULTS } from '../../shared/config/config-schema.ts';
import { registryNumber, registryText } from '../support/fakes/registry.ts';
import { tempFolders } from '../support/files/temp-folder.ts';
import { enDoctorCommand } from '../support/strings.ts';

/** Neither of them has types of its own. */
const load = createRequire(import.meta.url);
const { JSDOM } = load('jsdom') as {
  JSDOM: new (text: string, options: { contentType: string }) => { window: { document: Document } };
};
const yaml = load('js-yaml') as { load: (text: string) => unknown };

const temp = tempFolders();
const FOLDER = resolve(import.meta.dirname, '..', '..', 'packaging', 'policies');
const read = (...path: readonly string[]): string => readFileSync(join(FOLDER, ...path), 'utf8');
/** Values against the risk of the default, in each template; a group policy preselects them. */
const SAFER = { login: { username: 'os', bypass: 'deny' } };
const KEYS = keysOf(CONFIG_KEYS).map(({ path }) => path);

type Published = Readonly<{ description?: string; properties?: Record<string, Published> }>;
const published = JSON.parse(
  readFileSync(join(FOLDER, '..', 'schemas', 'config.schema.json'), 'utf8'),
) as Published;
const wordsOf = (key: string): string =>
  key
    .split('.')
    .reduce<Published | undefined>((schema, name) => schema?.properties?.[name], published)
    ?.description ?? 'no words';

describe('the group policies of Windows', () => {
  /** Throws at the first fault of form: so that they are XML. */
  const parse = (text: string): Document =>
    new JSDOM(text, { contentType: 'application/xml' }).window.document;
  const admx = parse(read('windows', 'gatehouse.admx'));
  const adml = parse(read('windows', 'en-US', 'gatehouse.adml'));
  const all = (document: ParentNode, name: string): readonly Element[] => [
    ...document.querySelectorAll(name),
  ];
  const attributes = (document: ParentNode, name: string, attribute: string): readonly string[] =>
    all(document, name).map((element) => element.getAttribute(attribute) ?? '');
  const strings = new Map(
    all(adml, 'stringTable > string').map((text) => [
      text.getAttribute('id') ?? '',
      text.textContent,
    ]),
  );
  const policies = all(admx, 'policies > policy');
  /** Of `Software\Policies\Gatehouse`. */
  const ROOT_DEPTH = 3;
  const keyOf = (policy: Element): string => {
    const key = (policy.getAttribute('key') ?? '').split('\\').slice(ROOT_DEPTH);
    const list = policy.querySelector('list')?.getAttribute('key')?.split('\\').at(-1);
    const name =
      policy.getAttribute('valueName') ??
      policy.querySelector('[valueName]')?.getAttribute('valueName');
    return [...key, name ?? list].join('.');
  };

  it('defines each string of the group policies once, and uses each', () => {
    const used = [...read('windows', 'gatehouse.admx').matchAll(/\$\(string\.([^)]+)\)/g)].map(
      ([, id]) => id,
    );
    expect([...new Set(used)].sort()).toEqual([...strings.keys()].sort());
    expect(strings.size).toBe(all(adml, 'stringTable > string').length);
    expect([...strings.values()].filter((text) => text === '')).toEqual([]);
  });

  // resourceID and stringReference of BaseTypes.xsd, baseline types of Microsoft's
  // PolicyDefinitionFiles.xsd.
  it('gives the group policies ids that Microsoft’s schema takes', () => {
    const ids = [
      ...strings.keys(),
      ...attributes(admx, '[name]', 'name'),
      ...attributes(adml, '[id]', 'id'),
    ];
    expect(ids.filter((id) => !/^[\p{L}\p{N}_]+$/u.test(id))).toEqual([]);
  });

  it('keeps the group policies in the order of Microsoft’s schema', () => {
    const ORDER: Readonly<Record<string, readonly string[]>> = {
      policyDefinitions: ['policyNamespaces', 'resources', 'supportedOn', 'categories', 'policies'],
      policyDefinitionResources: ['displayName', 'description', 'resources'],
      policy: ['parentCategory', 'supportedOn', 'enabledValue', 'disabledValue', 'elements'],
    };
    for (const [name, order] of Object.entries(ORDER)) {
      const found = [admx, adml].flatMap((document) => all(document, name));
      expect(found, name).not.toEqual([]);
      for (const element of found) {
        const places = [...element.children].map(({ localName }) => order.indexOf(localName));
        expect(places, element.getAttribute('name') ?? name).toEqual([...new Set(places)].sort());
        expect(places).not.toContain(-1);
      }
    }
    const tables = all(adml, 'policyDefinitionResources > resources > *').map(
      ({ localName }) => localName,
    );
    expect(tables).toEqual(['stringTable', 'presentationTable']);
  });

  it('gives the group policies the revision of the program', () => {
    const { version } = JSON.parse(
      readFileSync(join(FOLDER, '..', '..', 'package.json'), 'utf8'),
    ) as {
      version: string;
    };
    const revision = version.split('.').slice(0, 2).join('.');
    expect(
      [admx, adml].map(({ documentElement }) => documentElement.getAttribute('revision')),
    ).toEqual([revision, revision]);
  });

  it('gives each control of the group policies a label that is not its key', () => {
    const labels = all(adml, 'presentation > *').map(({ textContent }) => textContent.trim());
    expect(labels.filter((label) => label === '' || KEYS.includes(label))).toEqual([]);
  });

  it('preselects no risk in the group policies', () => {
    const preselected = (id: string): string => {
      const index = Number(
        all(adml, `presentation[id="${id}"] > dropdownList`)[0]?.getAttribute('defaultItem'),
      );
      return all(admx, `policy[name="${id}"] item > value > string`)[index]?.textContent ?? '';
    };
    expect(['login_username', 'login_bypass', 'login_failMode'].map(preselected)).toEqual([
      'os',
      'deny',
      'deny',
    ]);
  });

  it('refers in group policies only to existing presentations, controls, categories and supportedOn definitions', () => {
    const presented = policies.flatMap(
      (policy) => /presentation\.(\w+)/.exec(policy.getAttribute('presentation') ?? '')?.[1] ?? [],
    );
    expect([...presented].sort()).toEqual([...attributes(adml, 'presentation', 'id')].sort());
    const CONTROLS: Readonly<Record<string, string>> = {
      text: 'textBox',
      enum: 'dropdownList',
      decimal: 'decimalTextBox',
      list: 'listBox',
    };
    for (const policy of policies.filter((one) => one.hasAttribute('presentation'))) {
      const [element, ...others] = [...(policy.querySelector('elements')?.children ?? [])];
      const [control] = all(adml, `presentation[id="${policy.getAttribute('name') ?? ''}"] > *`);
      expect(others).toEqual([]);
      expect(control?.localName).toBe(CONTROLS[element?.localName ?? '']);
      expect(control?.getAttribute('refId')).toBe(element?.getAttribute('id'));
    }
    const categories = attributes(admx, 'categories > category', 'name');
    expect(new Set(categories).size).toBe(categories.length);
    expect(
      attributes(admx, 'parentCategory', 'ref').filter((ref) => !categories.includes(ref)),
    ).toEqual([]);
    const supported = attributes(admx, 'definition', 'name');
    expect(
      attributes(admx, 'policy > supportedOn', 'ref').filter((ref) => !supported.includes(ref)),
    ).toEqual([]);
  });

  it('defines one group policy for each key, with its words and its default', () => {
    expect(policies.map(keyOf)).toEqual(KEYS);
    for (const policy of policies) {
      const key = keyOf(policy);
      const explained = strings.get(`${policy.getAttribute('name') ?? ''}_explain`);
      expect(explained).toContain(wordsOf(key));
      // A path of a document leads nowhere in an installation, and a policy is in no file.
      expect(explained).not.toMatch(/docs\/|managed file|this file/);
      expect(explained?.endsWith(`\nIn a configuration file: ${key}`)).toBe(true);
      const fallback = valueAt(DEFAULTS, key);
      if (typeof fallback === 'boolean')
        expect(explained).toContain(`do not configure it, ${String(fallback)}.`);
      else if (fallback !== undefined && fallback !== null)
        expect(explained).toContain(`the default counts: ${JSON.stringify(fallback)}.`);
    }
  });

  it('says in each group policy about a file that its path is absolute, with an example', () => {
    const files = ['service_caFile', 'credentials_secretKeyFile', 'brand_logo', 'messages'];
    const example = 'An absolute path, such as C:\\ProgramData\\Gatehouse\\';
    expect(files.filter((id) => !strings.get(`${id}_explain`)?.includes(example))).toEqual([]);
  });

  it('offers in group policies the values that the schema takes, and no other', () => {
    const takes = (key: string, value: unknown): boolean =>
      configFileSchema.safeParse(
        key.split('.').reduceRight<unknown>((inner, name) => ({ [name]: inner }), value),
      ).success;
    for (const policy of policies) {
      const key = keyOf(policy);
      const offered = all(policy, 'enum > item > value > string').map((item) => item.textContent);
      expect(offered.filter((value) => !takes(key, value))).toEqual([]);
      const [least, most] = ['minValue', 'maxValue'].map((name) =>
        Number(policy.querySelector('elements > decimal')?.getAttribute(name)),
      );
      if (policy.querySelector('elements > decimal') && least !== undefined && most !== undefined) {
        expect([least, most].map((value) => takes(key, value))).toEqual([true, true]);
        expect([least - 1, most + 1].map((value) => takes(key, value))).toEqual([false, false]);
      }
      if (policy.hasAttribute('valueName'))
        expect([takes(key, true), takes(key, 1)]).toEqual([true, false]);
    }
    const schema = z.toJSONSchema(configFileSchema, { target: 'draft-7' });
    const enums = JSON.stringify(schema).match(/"enum":\["/g)?.length ?? 0;
    // Two are of the items of a list or of one form among several: transports and proxy.
    expect(all(admx, 'enum')).toHaveLength(enums - 2);
  });
});

describe('the output of the group policies into the registry', () => {
  const admx = new JSDOM(read('windows', 'gatehouse.admx'), { contentType: 'application/xml' })
    .window.document;
  const below = (key: string): string => key.replace(/^Software\\Policies\\Gatehouse\\?/, '');
  const OBJECTS: Readonly<Record<string, object>> = {
    'credentials.signer': { command: ['C:\\signer.exe'] },
    'login.names': { 'CORP\\jdoe': 'jane.doe' },
  };
  const LISTS: Readonly<Record<string, readonly string[]>> = {
    'service.realtime.transports': ['websocket', 'polling'],
    'login.usernameDomains': ['CORP', 'corp.example'],
  };
  const TEXTS: Readonly<Record<string, string>> = {
    'service.proxy': 'direct',
    'service.realtime.path': '/ws',
    'service.signatureHeader': 'X-Signature',
    'login.authenticatorScheme': 'otpauth',
    'brand.accent': '#1a5fb4',
    language: 'pt-BR',
  };

  /** The output of each enabled policy, and its intended meaning. */
  const written = [...admx.querySelectorAll('policies > policy')].map((policy) => {
    const section = below(policy.getAttribute('key') ?? '');
    const element = policy.querySelector('elements > *');
    const name = policy.getAttribute('valueName') ?? element?.getAttribute('valueName') ?? '';
    const listKey = below(element?.getAttribute('key') ?? '');
    const sections = section === '' ? [] : section.split('\\');
    const path = [...sections, name === '' ? (listKey.split('\\').at(-1) ?? '') : name].join('.');
    switch (element?.localName) {
      case 'list': {
        const items = LISTS[path] ?? [];
        const values = items.map((item, index) => registryText(listKey, String(index + 1), item));
        return { path, values, means: items };
      }
      case 'decimal': {
        const most = Number(element.getAttribute('maxValue'));
        return { path, values: [registryNumber(section, name, most)], means: most };
      }
      case 'enum': {
        const text = element.querySelector('item > value > string')?.textContent ?? '';
        return { path, values: [registryText(section, name, text)], means: text };
      }
      case 'text': {
        const means = OBJECTS[path] ?? TEXTS[path] ?? 'text';
        const text = typeof means === 'string' ? means : JSON.stringify(means);
        return { path, values: [registryText(section, name, text)], means };
      }
      default: {
        const enabled = Number(
          policy.querySelector('enabledValue > decimal')?.getAttribute('value'),
        );
        return { path, values: [registryNumber(section, name, enabled)], means: enabled === 1 };
      }
    }
  });

  it('reads from the registry each key that a group policy writes, with its type', () => {
    expect(written.map(({ path }) => path)).toEqual(KEYS);
    for (const { path, values, means } of written) {
      expect(values.length, path).toBeGreaterThan(0);
      const examined = examineRegistryPolicy(values);
      if (!examined.ok) throw new Error(JSON.stringify(examined.error));
      expect(valueAt(examined.value?.data, path), path).toEqual(means);
    }
    const all = examineRegistryPolicy(written.flatMap(({ values }) => values));
    expect(all).toMatchObject({ ok: true, value: { isManaged: true } });
  });
});

describe('the configuration profile of macOS', () => {
  const profile = read('macos', 'gatehouse.mobileconfig');
  /** The preferences that a profile forces, as macOS stores them. */
  function preferencesOf(text: string): unknown {
    const list = readPlist(Buffer.from(text));
    if (!list.ok) throw new Error(list.error);
    const { PayloadScope, PayloadContent } = list.value as Readonly<{
      PayloadScope: string;
      PayloadContent: readonly [
        Readonly<{
          PayloadType: string;
          PayloadContent: Record<
            string,
            { Forced: readonly [{ mcx_preference_settings: PlistValue }] }
          >;
        }>,
      ];
    }>;
    const [payload] = PayloadContent;
    expect([PayloadScope, payload.PayloadType]).toEqual([
      'System',
      'com.apple.ManagedClient.preferences',
    ]);
    const forced =
      payload.PayloadContent['dev.gatehouse.desktop']?.Forced[0].mcx_preference_settings;
    const written = readPlist(Buffer.from(buildBinary(forced ?? null)));
    return written.ok ? written.value : written.error;
  }

  const filled = (text: string): string =>
    text.replace('<string></string>', '<string>TOKEN</string>');
  const list = read('macos', 'dev.gatehouse.desktop.plist');
  const listOf = (text: string): unknown => {
    const parsed = readPlist(Buffer.from(text));
    return parsed.ok ? parsed.value : parsed.error;
  };

  it('refuses the macOS profile until the system token is filled in, then takes it', () => {
    expect(checkConfigData('profile', preferencesOf(profile))).toMatchObject({
      ok: false,
      error: [{ key: 'service.systemToken' }],
    });
    const said = preferencesOf(filled(profile));
    expect(checkConfigData('profile', said)).toMatchObject({ ok: true });
    expect(KEYS.filter((key) => valueAt(said, key) !== undefined)).toEqual([
      'service.baseUrl',
      'service.systemToken',
      'credentials.secretKeyFile',
      'login.username',
      'login.bypass',
    ]);
    expect(said).toMatchObject(SAFER);
    // No other section is rolled out, not even an empty one.
    expect(Object.keys(said as object)).toEqual(['service', 'credentials', 'login']);
    expect(listOf(filled(list))).toEqual(said);
  });

  it('keeps each other key, with its words, in a comment of the property list that may be opened', () => {
    const said = listOf(filled(list).replace(/<!--(<(?:key|\/dict)>.*)-->/g, '$1'));
    expect(checkConfigData('list', said)).toMatchObject({ ok: true });
    expect(KEYS.filter((key) => valueAt(said, key) === undefined)).toEqual([]);
    for (const key of KEYS) {
      expect(list).toContain(wordsOf(key).replaceAll('--', 'the option '));
      const fallback = valueAt(SAFER, key) ?? valueAt(DEFAULTS, key);
      if (fallback !== null && fallback !== undefined) expect(valueAt(said, key)).toEqual(fallback);
    }
    const files = ['service.caFile', 'credentials.secretKeyFile', 'brand.logo', 'messages'];
    expect(
      files.map((key) => String(valueAt(said, key))).filter((path) => !isAbsolute(path)),
    ).toEqual([]);
  });
});

describe('the playbook for Ansible', () => {
  const values = read('ansible', 'gatehouse.yml');
  type Values = Readonly<{ gatehouse_config: object; gatehouse_secret: string }>;
  type Task = Readonly<Record<string, unknown>>;
  type Copy = Readonly<Record<string, string>>;
  type Play = Readonly<{
    vars_files: readonly string[];
    vars: Readonly<{ gatehouse_signer_credentials: object }>;
    tasks: readonly Task[];
  }>;
  const play = (yaml.load(read('ansible', 'playbook.yml')) as readonly [Play])[0];
  const configOf = (text: string): object => (yaml.load(text) as Values).gatehouse_config;
  const check = async (config: object) => {
    const folder = temp.folder();
    temp.write(join(folder, 'secret'), 'the-secret-key');
    const file = temp.write(join(folder, 'config.json'), config);
    const here = { managed: null, given: null, user: null };
    return validateFile(file, here, true, enDoctorCommand.findings, {
      isSupported: true,
      isThere: () => false,
    });
  };

  it('writes by the Ansible playbook a configuration that config validate takes', async () => {
    expect(play.vars_files).toEqual(['gatehouse.yml']);
    expect(await check(configOf(values))).toMatchObject({ faults: [], warnings: [] });
    // Uncommented as a whole, the section would send one email address for every person.
    expect(valueAt(configOf(values), 'login')).toEqual(SAFER.login);
    expect(valueAt(configOf(values), 'service.systemToken')).toBe('{{ gatehouse_system_token }}');
  });

  it('keeps each other key, with its words, in a comment of the Ansible variables that may be opened', async () => {
    const lines = values.split('\n');
    const from = lines.indexOf('gatehouse_config:');
    // A key's comment mark has no space behind it, those of its words have; a section within one is
    // indented.
    const opened = lines.map((line, index) =>
      index > from ? line.replace(/^( *)#(?! [^ #])( *)/, '$1$2') : line,
    );
    const config = configOf(opened.join('\n'));
    expect(KEYS.filter((key) => valueAt(config, key) === undefined)).toEqual([]);
    // A signer takes the place of the file.
    const credentials = { secretKeyFile: valueAt(config, 'credentials.secretKeyFile') };
    // Keys of a prompt-capable application have examples here; those of a promptless one their
    // defaults.
    const service = { ...(valueAt(config, 'service') as object), applicationType: 'prompt' };
    const report = await check({ ...config, service, credentials, $schema: 'config.schema.json' });
    expect(report.faults).toEqual([]);
    for (const key of KEYS) expect(values).toContain(`# ${wordsOf(key)}`);
  });

  const copyOf = (task: Task): Copy | undefined => task['ansible.builtin.copy'] as Copy | undefined;
  /** The tasks that are left with this value of `gatehouse_secret`, those of blocks too. */
  const tasksWith = (secret: string): readonly Task[] =>
    play.tasks
      .filter(({ when }) => {
        const [, value] = /^gatehouse_secret == '(\w+)'$/.exec(String(when)) ?? [];
        return value === undefined || value === secret;
      })
      .flatMap((task) => (task['block'] as readonly Task[] | undefined) ?? [task]);
  const isSecretKey = (task: Task): boolean =>
    copyOf(task)?.['content'] === '{{ gatehouse_secret_key }}';

  it('gives the secret key of the Ansible playbook to the signer, unless an administrator says otherwise', () => {
    expect((yaml.load(values) as Values).gatehouse_secret).toBe('signer');
  });

  it('writes by the Ansible playbook a secret key that the group can read, or one for the signer alone', () => {
    const written = (secret: string): unknown[] =>
      tasksWith(secret)
        .filter(isSecretKey)
        .map((task) => [copyOf(task), task['no_log']]);
    const content = '{{ gatehouse_secret_key }}';
    const file = { dest: '/etc/gatehouse/secret', owner: 'root', group: '{{ gatehouse_group }}' };
    expect(written('file')).toEqual([[{ content, ...file, mode: '0640' }, true]]);
    const signer = { dest: '/etc/gatehouse-signer/key', owner: 'gatehouse-signer', group: 'root' };
    expect(written('signer')).toEqual([[{ content, ...signer, mode: '0600' }, true]]);
    expect(written('other')).toEqual([]);
  });

  it('starts the signer before the configuration that names it, and then removes the key that people could read', () => {
    const { tasks } = play;
    const withSigner = tasksWith('signer').map(({ name }) => String(name));
    const steps = [
      'Write the key of the signer',
      'Start the signer, now and at each boot',
      'Wait until the signer listens',
      'Put it in place',
      'Remove the secret key that people could read',
    ];
    expect(withSigner.filter((name) => steps.includes(name))).toEqual(steps);
    expect(tasksWith('file').map(({ name }) => name)).not.toContain(steps[4]);
    const removal = tasks.find(({ name }) => name === steps[4]);
    expect(removal?.['ansible.builtin.file']).toEqual({
      path: '/etc/gatehouse/secret',
      state: 'absent',
    });
  });

  it('names in the Ansible playbook the places that the unit of the signer names', async () => {
    const { gatehouse_signer_credentials: credentials } = play.vars;
    expect(await check({ ...configOf(values), credentials })).toMatchObject({
      faults: [],
      warnings: [],
    });
    const unit = readFileSync(
      join(FOLDER, '..', '..', 'examples', 'signer-other-account', 'gatehouse-signer.service'),
      'utf8',
    );
    const started = /^ExecStart=(\S+) --socket (\S+) --key-file (\S+) \$OPTIONS$/m.exec(unit);
    const [, program, socket, key] = started ?? [];
    const options = /^EnvironmentFile=(\S+)$/m.exec(unit)?.[1];
    const copies = tasksWith('signer').map((task) => copyOf(task)?.['dest']);
    expect(copies).toEqual(expect.arrayContaining([key, options]));
    expect(program).toBe('/usr/libexec/gatehouse-signer/signerd.py');
    expect(copies).toContain('/usr/libexec/gatehouse-signer/');
    expect(valueAt(credentials, 'signer.command')).toEqual([
      '/usr/libexec/gatehouse-signer/ask-signer.py',
      socket,
    ]);
  });

  it('keeps secrets out of the Ansible playbook and its log, and checks a draft before it takes effect', () => {
    const tasks = tasksWith('file');
    const copies = tasks.flatMap((task) => {
      const copy = copyOf(task);
      return copy?.['dest']?.startsWith('/etc/gatehouse/')
        ? [{ copy, isSilent: task['no_log'] }]
        : [];
    });
    expect(copies.map(({ copy, isSilent }) => [copy['dest'], copy['mode'], isSilent])).toEqual([
      ['/etc/gatehouse/secret', '0640', true],
      // Copy the files that the configuration names before the configuration.
      ['/etc/gatehouse/', '0644', undefined],
      ['/etc/gatehouse/config.json.new', '0640', true],
      ['/etc/gatehouse/config.json', '0640', true],
    ]);
    expect(copies[0]?.copy['content']).toBe('{{ gatehouse_secret_key }}');
    expect(copies[3]?.copy['src']).toBe(copies[2]?.copy['dest']);
    const checks = tasks.filter((task) => 'ansible.builtin.command' in task);
    expect(
      checks.map((task) => [tasks.indexOf(task), task['ansible.builtin.command'], task['no_log']]),
    ).toEqual([
      [tasks.length - 3, 'gatehouse config validate /etc/gatehouse/config.json.new', undefined],
      [tasks.length - 1, 'gatehouse config validate', undefined],
    ]);
  });
});
