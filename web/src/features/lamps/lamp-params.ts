import { type LampParamName, type LampParams, lampParams } from '@vigilux/contract/features/lamps/lamp-detail.ts'
import type { ParamValue } from '@vigilux/contract/features/lamps/lamp-params.rules.ts'
import type { ActionOutput } from '../../shared/api/actions.ts'

/** Parameters accepted by the chosen lamps, with counts. */
export type Survey = ActionOutput<'getLampParams'>
export type SurveyedParam = Survey['params'][number]

/** Parameters accepted by all of the lamps, in the contract's order. */
export function commonParams({ params }: Survey): SurveyedParam[] {
  return params.filter(({ lacking }) => lacking === 0)
}

/** Parameters accepted by only some of the lamps. */
export function blockedParams({ params }: Survey): SurveyedParam[] {
  return params.filter(({ lacking }) => lacking > 0)
}

/** The value of all lamps; undefined when they differ, or when one does not report it. */
export function sharedValue({ values, taken: supportingCount }: SurveyedParam): ParamValue | undefined {
  const [onlyValue, otherValue] = values
  return onlyValue && !otherValue && onlyValue.lamps === supportingCount ? onlyValue.value : undefined
}

/** The parameters to send: set by the person, and different on at least one lamp. */
export function changedParams(newParams: LampParams, survey: Survey): LampParams {
  const commonValues = new Map(survey.params.map((param) => [param.name, sharedValue(param)]))
  const entries = Object.entries(newParams).filter(([name, value]) => commonValues.get(name as LampParamName) !== value)
  return Object.fromEntries(entries) as LampParams
}

/** Whether a value can be sent: within the contract's bounds, and accepted by all of the lamps. */
export function isAllowed({ name, allowed }: SurveyedParam, value: unknown): boolean {
  const isWithin = lampParams.shape[name].safeParse(value).success
  return isWithin && (allowed === null || (allowed as unknown[]).includes(value))
}

/** One line of the preview: a parameter's old and new value, and the number of lamps. */
export type ReviewLine = { name: LampParamName; from: ParamValue | null; to: ParamValue; lamps: number }

/** The coming changes, value by value; `already` counts lamps with the new value. Null is an unreported value. */
export function reviewOf(changed: LampParams, { params, lamps: lampCount }: Survey) {
  const lines: ReviewLine[] = []
  const unchangedParams: { name: LampParamName; to: ParamValue; lamps: number }[] = []
  for (const { name, values } of params) {
    const newValue = changed[name]
    if (newValue === undefined) continue
    for (const { value, lamps } of values) {
      if (value === newValue) unchangedParams.push({ name, to: newValue, lamps })
      else lines.push({ name, from: value, to: newValue, lamps })
    }
    const unreportedCount = lampCount - values.reduce((sum, { lamps }) => sum + lamps, 0)
    if (unreportedCount > 0) lines.push({ name, from: null, to: newValue, lamps: unreportedCount })
  }
  return { lines, already: unchangedParams }
}
