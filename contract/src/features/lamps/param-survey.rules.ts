import { type LampParamName, lampParamNames } from './lamp-detail.ts'
import { allowedValues, type LampWithParams, type ParamValue, supportedParams } from './lamp-params.rules.ts'

/** Lamps whose parameters are looked at in one go: those of a few of the largest units. */
export const maxSurveyedLamps = 4000
/** Lamps that blink at once. */
export const maxIdentifiedLamps = 10
/** Lamps that a survey names of those that stand in the way of a parameter; the others are counted. */
export const maxNamedLamps = 20

export type SurveyedLamp = LampWithParams & { cu: string; id: number }

/** One parameter over many lamps: who takes it, and what it is on them now. */
export type ParamSurvey = {
  name: LampParamName
  /** Lamps that take it. */
  taken: number
  /** Lamps that do not, and the first of them by name. */
  lacking: number
  lackingLamps: { cu: string; id: number }[]
  /** The values that it has now, by how many lamps have each, most first; lamps that do not report it are in none. */
  values: { value: ParamValue; lamps: number }[]
  /** The values that all lamps take that take it; null where these are all that there are. */
  allowed: ParamValue[] | null
}

const countValues = (lamps: readonly SurveyedLamp[], name: LampParamName): ParamSurvey['values'] => {
  const counted = new Map<ParamValue, number>()
  for (const { params } of lamps) {
    const value = params[name]
    if (value !== undefined) counted.set(value, (counted.get(value) ?? 0) + 1)
  }
  return [...counted].map(([value, count]) => ({ value, lamps: count })).sort((a, b) => b.lamps - a.lamps)
}

const valuesAllowedByAll = (lamps: readonly SurveyedLamp[], name: LampParamName): ParamValue[] | null => {
  const bounds = lamps.flatMap((lamp) => {
    const allowed = allowedValues(lamp, name)
    return allowed === null ? [] : [allowed]
  })
  const [first, ...others] = bounds
  return first ? first.filter((value) => others.every((allowed) => allowed.includes(value))) : null
}

/** The parameters that at least one of these lamps takes, in the order of the contract. */
export const surveyParams = (lamps: readonly SurveyedLamp[]): ParamSurvey[] => {
  const takes = new Map(lamps.map((lamp) => [lamp, new Set(supportedParams(lamp))]))
  return lampParamNames.flatMap((name) => {
    const takers = lamps.filter((lamp) => takes.get(lamp)?.has(name))
    if (takers.length === 0) return []
    const lacking = lamps.filter((lamp) => !takes.get(lamp)?.has(name))
    return {
      name,
      taken: takers.length,
      lacking: lacking.length,
      lackingLamps: lacking.slice(0, maxNamedLamps).map(({ cu, id }) => ({ cu, id })),
      values: countValues(takers, name),
      allowed: valuesAllowedByAll(takers, name),
    }
  })
}
