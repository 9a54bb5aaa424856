/**
 * Texts are stored in files by feature and fetched in bundles, one request per language. Some bundles serve a group of
 * pages: every page, accounts, people and their plants, the office, a plant, the setup of a unit. The others serve a
 * single subject, such as the audit or the demo.
 */
export const textBundles = [
  'everywhere',
  'account',
  'people',
  'administration',
  'plant',
  'unit',
  'legal',
  'catalogue',
  'bill',
  'battery',
  'walk',
  'bluetooth',
  'calendar',
  'plan',
  'compliance',
  'handover',
  'texts',
  'audit',
  'archive',
  'logbook',
  'scene',
  'energy',
  'overview',
  'attention',
  'notice',
  'panel',
  'fault',
  'cause',
  'support',
  'office',
  'map',
  'floorPlan',
  'outbox',
  'room',
  'zone',
  'attachment',
  'light',
  'token',
  'printing',
  'demo',
] as const
export type TextBundle = (typeof textBundles)[number]

const bundleOfNamespace: Readonly<Record<string, TextBundle>> = {
  shell: 'everywhere',
  shared: 'everywhere',
  accounts: 'account',
  members: 'people',
  plants: 'people',
  'pro-codes': 'people',
  pictures: 'people',
  week: 'people',
  people: 'administration',
  aggregations: 'unit',
  configuration: 'unit',
  enrolment: 'unit',
  'bus-lines': 'unit',
  groups: 'unit',
  snapshots: 'unit',
  notices: 'notice',
  webhooks: 'notice',
  legal: 'legal',
  catalogue: 'catalogue',
  'bill-of-materials': 'bill',
  batteries: 'battery',
  bluetooth: 'bluetooth',
  commissioning: 'walk',
  'maintenance-rounds': 'walk',
  'test-calendar': 'calendar',
  planner: 'plan',
  compliance: 'compliance',
  handover: 'handover',
  'lamp-labels': 'texts',
  'plant-archive': 'archive',
  logbook: 'logbook',
  scenes: 'scene',
  energy: 'energy',
  'monitoring-zones': 'energy',
  'plant-overview': 'overview',
  attention: 'attention',
  'remote-panel': 'panel',
  faults: 'fault',
  support: 'support',
  office: 'office',
  'plants-map': 'map',
  'floor-plans': 'floorPlan',
  outbox: 'outbox',
  rooms: 'room',
  zones: 'zone',
  attachments: 'attachment',
  files: 'attachment',
  'light-levels': 'light',
  'access-tokens': 'token',
  'outward-connections': 'token',
  printing: 'printing',
  demo: 'demo',
}

/** The bundle of a namespace, which is the folder above `locales`. */
export const textBundleOf = (namespace: string): TextBundle => bundleOfNamespace[namespace] ?? 'plant'

/** Bundles of features also used outside of plants. */
const globalBundles: readonly TextBundle[] = [
  'everywhere',
  'people',
  'administration',
  'catalogue',
  'archive',
  'logbook',
  'office',
]

/**
 * Groups of texts by code. Each feature has its codes' texts in its own file; they are merged under one namespace.
 * Codes met outside of plants load with the texts of every page, the others with their feature's texts.
 */
export const codeGroups = ['errors', 'commandNames', 'unitRefusals'] as const
export const codeNamespace = 'codes'
export const codeBundleOf = (namespace: string): TextBundle => {
  const bundle = textBundleOf(namespace)
  return globalBundles.includes(bundle) ? 'everywhere' : bundle
}

/** Errors of lamps and units. Pages outside of plants show them too, and load a copy of their texts alone. */
export const faultGroups = ['lamp', 'unit'] as const
export const faultCopyBundle: TextBundle = 'cause'

/** Every bundle with texts of codes. */
export const codeBundles: readonly TextBundle[] = [
  'everywhere',
  'account',
  'plant',
  'unit',
  'bill',
  'battery',
  'walk',
  'bluetooth',
  'calendar',
  'plan',
  'compliance',
  'handover',
  'texts',
  'scene',
  'energy',
  'attention',
  'notice',
  'panel',
  'floorPlan',
  'room',
  'zone',
  'attachment',
  'light',
  'token',
]

/** Groups of texts for actions and fields: stored per feature, and merged where the audit shows them. */
export const auditGroups = ['actionWords', 'auditFields', 'accountWords'] as const
export const auditNamespace = 'audit'

/** Where texts of audited fields' codes are found: single keys, or all below a heading, in their features. */
export const auditedCodes: Readonly<Record<string, readonly string[]>> = {
  activation: ['scenes.mode'],
  category: ['attachments.categories'],
  command: ['central-units.commandNames', 'bluetooth.commandNames'],
  function: ['lamps.function'],
  inputMode: ['lamps.inputMode'],
  kind: ['handover.kind', 'bluetooth.kind'],
  kinds: ['notices.name'],
  level: ['rooms.levels'],
  mailed: ['notices.name'],
  mode: ['configuration.mode'],
  operation: ['operations.kind'],
  parity: ['lamps.parity'],
  period: ['emergency-tests.schedule.period', 'emergency-tests.report.periods'],
  plant_type: ['plants.type'],
  pushed: ['notices.name'],
  result: ['shared.state', 'emergency-tests.report.notTested'],
  rhythm: ['notices.times.each', 'notices.times.daily', 'notices.times.weekly', 'reports.byMail.monthly'],
  role: ['members.role'],
  scopes: ['access-tokens.scope'],
  side: ['handover.sign.installer', 'handover.sign.owner'],
  test: ['emergency-tests.kind'],
  urgent: ['notices.name'],
  work: ['maintenance-rounds.work'],
}
export const auditedCodesGroup = 'auditedCodes'
