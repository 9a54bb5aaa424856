const suffix = 'Command'
const plainActions = ['cablecomCommand', 'logicaCommand', 'sicuroCommand'] as const

/** The action for plain commands of a type: the one with whose name the type begins. */
export function plainActionOf(cuType: string): (typeof plainActions)[number] | 'gatewayCommand' {
  return plainActions.find((name) => cuType.startsWith(name.slice(0, -suffix.length))) ?? 'gatewayCommand'
}
