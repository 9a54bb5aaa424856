import { read, repositoryFiles } from '../sources.ts'
import type { Recipe, Step } from './tree-copy.ts'

/** The recipes of CONTRIBUTING.md followed by the letter: units that beep, a page that says so, and a type of unit. */

const beep = {
  en: 'Beep',
  it: 'Segnale acustico',
  de: 'Signalton',
  es: 'Señal acústica',
  fr: 'Signal sonore',
  cs: 'Zvukový signál',
  no: 'Lydsignal',
  pl: 'Sygnał dźwiękowy',
  pt: 'Sinal sonoro',
}

const commandSteps: Step[] = [
  {
    file: 'device-plane/src/commands/central-units.commands.ts',
    before: '  setRelay: {',
    insert: `  setBeep: {
    body: z.strictObject({ seconds: z.int().min(1).max(60) }),
    obeyedBy: 'lampUnits',
    ...ofType,
  },
`,
  },
  {
    file: 'device-plane/src/fixtures/configuration.json',
    before: '  {\n    "command": {\n      "name": "resetCu"',
    insert: '  { "command": { "name": "setBeep", "seconds": 3 }, "wire": { "seconds": 3 } },\n',
  },
  { file: 'simulator/src/core/setting-orders.ts', before: "  | 'setRelay'\n", insert: "  | 'setBeep'\n" },
  {
    file: 'simulator/src/core/setting-orders.ts',
    before: '  setRelay: (unit',
    insert: '  setBeep: (unit) => set(unit, {}),\n',
  },
  {
    file: 'server/src/testing/unit-commands.broker.test.ts',
    before: '  setRelay: {',
    insert: `  setBeep: {
    body: () => ({ seconds: 3 }),
    seen: (scene) => expect(detail(scene)).toBeDefined(),
  },
`,
  },
  {
    file: 'e2e/system/every-command.system.test.ts',
    before: '  setRelay: {',
    insert: `  setBeep: {
    ask: (unit) => installer.call('setBeep', { ...on(unit), seconds: 3 }),
    seen: async (unit) => (await panel(unit)).isConnected === true,
  },
`,
  },
  {
    file: 'docs/protocol/configuration.md',
    before: '| `setAdvanced` ',
    insert: '| `setBeep` | `{ "seconds": 3 }` | beeps for so long | | |\n',
  },
]

export const command: Recipe = {
  steps: commandSteps,
  words: [['central-units', 'commandNames.setBeep', beep]],
}

export const action: Recipe = {
  steps: [
    {
      file: 'contract/src/features/central-units/central-units.actions.ts',
      before: '  /** Switches the relay of a unit. */',
      insert: `  /** Lets a unit beep, so that a person finds it. */
  setBeep: {
    permission: 'plant.operate',
    input: z.strictObject({ ...unitOfPlant, seconds: z.int().min(1).max(60) }),
    output: commandReceipt,
    errors: commandRefusals,
    effect: 'write',
    about: 'unit',
  },
`,
    },
    {
      file: 'server/src/features/central-units/unit-commands.ts',
      before: '  setRelay: (',
      insert:
        "  setBeep: ({ input, ...context }) => send(context, input, { name: 'setBeep', seconds: input.seconds }),\n",
    },
    {
      file: 'server/src/features/central-units/central-units.handlers.db.test.ts',
      before: "      await as.call('setRelay'",
      insert: "      await as.call('setBeep', { ...named, seconds: 3 }),\n",
    },
    {
      file: 'checks/sample-inputs.ts',
      before: '    setRelay: {',
      insert: '    setBeep: { ...unit, seconds: 3 },\n',
    },
  ],
  // As the audit names it.
  words: [['central-units', 'actionWords.setBeep', beep]],
}

export const page: Recipe = {
  steps: [
    {
      file: 'web/src/site-map.ts',
      before: '  unitHistory: {',
      insert: `  unitBeep: {
    path: '/unit/$plantId/$unit/beep',
    permission: 'plant',
    menu: 'devices',
    title: 'page.unitBeep',
  },
`,
    },
    {
      file: 'web/src/routes.tsx',
      before: '  unitHistory: ',
      insert: "  unitBeep: async () => (await import('./features/central-units/BeepPage.tsx')).BeepPage,\n",
    },
    {
      file: 'web/src/features/central-units/BeepPage.tsx',
      create: `import { useTranslation } from 'react-i18next'
import { UnitFrame } from './UnitFrame.tsx'

/** Says how a unit is found. */
export function BeepPage() {
  const { t } = useTranslation('central-units')
  return <UnitFrame tab="overview">{() => <p>{t('beep.start')}</p>}</UnitFrame>
}
`,
    },
  ],
  words: [
    [
      'shell',
      'page.unitBeep',
      {
        en: 'Find the unit',
        it: 'Trova la centrale',
        de: 'Zentrale finden',
        es: 'Encontrar la central',
        fr: 'Trouver la centrale',
        cs: 'Najít jednotku',
        no: 'Finn sentralen',
        pl: 'Znajdź jednostkę',
        pt: 'Encontrar a central',
      },
    ],
    [
      'central-units',
      'beep.start',
      {
        en: 'Let it beep',
        it: 'Fai suonare',
        de: 'Signalton auslösen',
        es: 'Hacer sonar',
        fr: 'Faire sonner',
        cs: 'Spustit zvukový signál',
        no: 'Gi lydsignal',
        pl: 'Włącz sygnał',
        pt: 'Fazer soar',
      },
    ],
  ],
}

const model = 'logica'
/** The files of a type that there is, under the name of a new one. */
const likeModel: Step[] = repositoryFiles()
  .filter((file) =>
    new RegExp(`central-units/${model}/|simulator/src/units/${model}\\.ts|protocol/${model}\\.md`).test(file),
  )
  .map((file) => ({
    file: file.replaceAll(model, 'beacon'),
    create: read(file)
      .replace(/\blogica(?!Command|fm)(?=\W|Facts|Wire|_)/g, 'beacon')
      .replaceAll(/\bLogica(?=[A-Z])/g, 'Beacon'),
  }))

export const unitType: Recipe = {
  steps: [
    ...likeModel,
    {
      file: 'device-plane/src/registry.ts',
      before: 'import { cablecom }',
      insert: "import { beacon } from './central-units/beacon/codec.ts'\n",
    },
    { file: 'device-plane/src/registry.ts', before: 'cablecom, logica,', insert: 'beacon, ' },
    {
      file: 'simulator/src/unit-wires.ts',
      before: 'import { cablecomWire }',
      insert: "import { beaconWire } from './units/beacon.ts'\n",
    },
    { file: 'simulator/src/unit-wires.ts', before: 'cablecomWire, logicaWire', insert: 'beaconWire, ' },
  ],
  words: [],
}
