import {
  type LampAllows,
  type LampParamName,
  type LampParams,
  lampParamNames,
  uvLampProductCode,
} from './lamp-detail.ts'

/** Parameters of the UV tube, of its timer and of its fan. */
export const uvParamNames: readonly LampParamName[] = ['uvOxyOnOff', 'uvOxyTimer', 'uvOxyFanSpeed']

/** A lamp as far as its parameters are concerned; what it reports is empty until it has told it. */
export type LampWithParams = { product_code: string | null; params: LampParams; allows?: LampAllows | undefined }
export type ParamValue = NonNullable<LampParams[LampParamName]>

/**
 * The parameters that a lamp takes: those that it reports, but for the ones of a UV tube. These the product code decides:
 * the UV lamp has them whether it reports them or not, and no other has them whatever it reports. Specification section 9.
 */
export const supportedParams = ({ product_code, params }: LampWithParams): LampParamName[] => {
  const isUvLamp = product_code === uvLampProductCode
  return lampParamNames.filter((name) => (uvParamNames.includes(name) ? isUvLamp : params[name] !== undefined))
}

/** The values that a lamp reports of the parameters that it takes. */
export const reportedParams = (lamp: LampWithParams): LampParams => {
  const taken = supportedParams(lamp).filter((name) => lamp.params[name] !== undefined)
  return Object.fromEntries(taken.map((name) => [name, lamp.params[name]]))
}

/** The values that a lamp takes of a parameter; null where it takes all that there are. */
export const allowedValues = ({ allows }: LampWithParams, name: LampParamName): readonly ParamValue[] | null =>
  (name in (allows ?? {}) ? allows?.[name as keyof LampAllows] : null) ?? null

/** The first of these parameters that the lamp does not take, or not with this value. */
export const findUnsupportedParam = (lamp: LampWithParams, params: LampParams): LampParamName | undefined => {
  const taken = supportedParams(lamp)
  return (Object.keys(params) as LampParamName[]).find((name) => {
    const value = params[name]
    if (value === undefined) return false
    const allowed = allowedValues(lamp, name)
    return !taken.includes(name) || (allowed !== null && !allowed.includes(value))
  })
}

/** Whether these parameters light a UV tube, which nobody may be near: only a person who has made sure asks for it. */
export const lightsUvTube = ({ uvOxyOnOff }: LampParams): boolean => uvOxyOnOff === true

/** The same parameters without what would light a UV tube: for what is written without a person who has made sure. */
export const withoutUvLight = (params: LampParams): LampParams => {
  if (!lightsUvTube(params)) return params
  const { uvOxyOnOff: _, ...others } = params
  return others
}
