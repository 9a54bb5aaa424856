import { type LampParamName, lampParamNames } from './lamp-detail.ts'
import { allowedValues, type LampWithParams, type ParamValue, supportedParams } from './lamp-params.rules.ts'

/** Maximum lamps of one parameter survey: those of a few of the largest units. */
export const maxSurveyedLamps = 4000
/** Maximum lamps blinking at once. */
export const maxIdentifiedLamps = 10
/** Maximum listed lamps without support for a parameter; the others are only counted. */
export const maxNamedLamps = 20

export type SurveyedLamp = LampWithParams & { cu: string; id: number }

/** Support and values of one parameter over many lamps. */
export type ParamSurvey = {
  name: LampParamName
  /** Number of lamps with support. */
  taken: number
  /** Number of lamps without support, and the first of them. */
  lacking: number
  lackingLamps: { cu: string; id: number }[]
  /** Current values by number of lamps, most frequent first; lamps without a reported value are not counted. */
  values: { value: ParamValue; lamps: number }[]
  /** Values allowed by all supporting lamps; null if there is no restriction. */
  allowed: ParamValue[] | null
}

const countValues = (lamps: readonly SurveyedLamp[], name: LampParamName): ParamSurvey['values'] => {
  const lampsByValue = new Map<ParamValue, number>()
  for (const { params } of lamps) {
    const value = params[name]
    if (value !== undefined) lampsByValue.set(value, (lampsByValue.get(value) ?? 0) + 1)
  }
  return [...lampsByValue].map(([value, count]) => ({ value, lamps: count })).sort((a, b) => b.lamps - a.lamps)
}

const valuesAllowedByAll = (lamps: readonly SurveyedLamp[], name: LampParamName): ParamValue[] | null => {
  const bounds = lamps.flatMap((lamp) => {
    const allowed = allowedValues(lamp, name)
    return allowed === null ? [] : [allowed]
  })
  const [first, ...otherBounds] = bounds
  return first ? first.filter((value) => otherBounds.every((allowed) => allowed.includes(value))) : null
}

/** Surveys the parameters supported by at least one of these lamps, in the order of the contract. */
export const surveyParams = (lamps: readonly SurveyedLamp[]): ParamSurvey[] => {
  const paramsByLamp = new Map(lamps.map((lamp) => [lamp, new Set(supportedParams(lamp))]))
  return lampParamNames.flatMap((name) => {
    const supportingLamps = lamps.filter((lamp) => paramsByLamp.get(lamp)?.has(name))
    if (supportingLamps.length === 0) return []
    const lackingLamps = lamps.filter((lamp) => !paramsByLamp.get(lamp)?.has(name))
    return {
      name,
      taken: supportingLamps.length,
      lacking: lackingLamps.length,
      lackingLamps: lackingLamps.slice(0, maxNamedLamps).map(({ cu, id }) => ({ cu, id })),
      values: countValues(supportingLamps, name),
      allowed: valuesAllowedByAll(supportingLamps, name),
    }
  })
}
