import { type LampParamName, type LampParams, lampParams } from '@vigilux/contract/features/lamps/lamp-detail.ts'
import type { ParamValue } from '@vigilux/contract/features/lamps/lamp-params.rules.ts'
import type { ActionOutput } from '../../shared/api/actions.ts'

/** What chosen lamps take of the parameters, counted over all of them. */
export type Survey = ActionOutput<'getLampParams'>
export type SurveyedParam = Survey['params'][number]

/** Parameters that every one of the lamps takes, in the order of the contract. */
export function commonParams({ params }: Survey): SurveyedParam[] {
  return params.filter(({ lacking }) => lacking === 0)
}

/** Parameters that some of the lamps take and others do not. */
export function blockedParams({ params }: Survey): SurveyedParam[] {
  return params.filter(({ lacking }) => lacking > 0)
}

/** The value that all lamps have; undefined where they differ, or where one does not tell it. */
export function sharedValue({ values, taken }: SurveyedParam): ParamValue | undefined {
  const [only, other] = values
  return only && !other && only.lamps === taken ? only.value : undefined
}

/** What is sent: what the person set, and that is not so already on every lamp. */
export function changedParams(set: LampParams, survey: Survey): LampParams {
  const same = new Map(survey.params.map((param) => [param.name, sharedValue(param)]))
  const entries = Object.entries(set).filter(([name, value]) => same.get(name as LampParamName) !== value)
  return Object.fromEntries(entries) as LampParams
}

/** Whether a value can be sent: within the bounds of the contract, and one that all of the lamps take. */
export function isAllowed({ name, allowed }: SurveyedParam, value: unknown): boolean {
  const isWithin = lampParams.shape[name].safeParse(value).success
  return isWithin && (allowed === null || (allowed as unknown[]).includes(value))
}

/** One line of the review: from what a parameter changes to what, and on how many lamps. */
export type ReviewLine = { name: LampParamName; from: ParamValue | null; to: ParamValue; lamps: number }

/** What is about to change, value by value; `already` counts lamps that have the new value. Null is a value that was not told. */
export function reviewOf(changed: LampParams, { params, lamps: all }: Survey) {
  const lines: ReviewLine[] = []
  const already: { name: LampParamName; to: ParamValue; lamps: number }[] = []
  for (const { name, values } of params) {
    const to = changed[name]
    if (to === undefined) continue
    for (const { value, lamps } of values) {
      if (value === to) already.push({ name, to, lamps })
      else lines.push({ name, from: value, to, lamps })
    }
    const untold = all - values.reduce((sum, { lamps }) => sum + lamps, 0)
    if (untold > 0) lines.push({ name, from: null, to, lamps: untold })
  }
  return { lines, already }
}
