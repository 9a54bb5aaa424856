/**
 * The words of the client lie in files by feature and come in sets, each one fetch per language: those that every page may
 * show, those of the pages about people and their plants, those about people over plants, those of the pages of a plant, those with which a unit is set up,
 * and sets of single subjects: terms of use, products, bills of materials, batteries, commissioning walks and rounds, Bluetooth devices,
 * test calendars, year plans, compliance, verifications, texts of many lamps, the names of what was done for the audit, archived and deleted plants, the logbook, scenes,
 * energy, the overview of a plant, what needs attention in all, notices, a plant's remote panel, causes and remedies of faults, questions and answers, the offices, maps, floor plans, what waits on a device to be sent,
 * rooms, zones of lamps, attached files, levels of light, and the demo.
 */
export const textBundles = [
  'everywhere',
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
  'support',
  'office',
  'map',
  'floorPlan',
  'outbox',
  'room',
  'zone',
  'attachment',
  'light',
  'demo',
] as const
export type TextBundle = (typeof textBundles)[number]

const bundleOfNamespace: Readonly<Record<string, TextBundle>> = {
  shell: 'everywhere',
  shared: 'everywhere',
  accounts: 'people',
  members: 'people',
  plants: 'people',
  'pro-codes': 'people',
  pictures: 'people',
  people: 'administration',
  aggregations: 'unit',
  configuration: 'unit',
  enrolment: 'unit',
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
  rounds: 'walk',
  'test-calendar': 'calendar',
  planner: 'plan',
  compliance: 'compliance',
  handover: 'handover',
  'lamp-texts': 'texts',
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
  demo: 'demo',
}

/** The set of a namespace, which is the folder above `locales`. */
export const textBundleOf = (namespace: string): TextBundle => bundleOfNamespace[namespace] ?? 'plant'

/** Sets of features that people meet outside of plants as well. */
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
 * Groups of words by a code. Each feature has those of its own codes in its own file; they are gathered under one namespace. Those that are
 * met outside of plants come with the words of every page, those of the others with the other words of their feature.
 */
export const codeGroups = ['errors', 'commandNames', 'unitRefusals'] as const
export const codeNamespace = 'codes'
export const codeBundleOf = (namespace: string): TextBundle => {
  const set = textBundleOf(namespace)
  return globalBundles.includes(set) ? 'everywhere' : set
}

/** Every set in which there are words of codes. */
export const codeBundles: readonly TextBundle[] = [
  'everywhere',
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
]

/** Groups of words for actions and fields: of each feature in its own file too, and gathered where the audit names them. */
export const auditGroups = ['actionWords', 'auditFields', 'accountWords'] as const
export const auditNamespace = 'audit'

/** What the codes of audited fields are called: where the words stand, one or all under a heading, in the features whose codes they are. */
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
  side: ['handover.sign.installer', 'handover.sign.owner'],
  test: ['emergency-tests.kind'],
  urgent: ['notices.name'],
  work: ['rounds.work'],
}
export const auditedCodesGroup = 'auditedCodes'
