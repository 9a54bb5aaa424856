import {
  type LampAllows,
  type LampParamName,
  type LampParams,
  lampParamNames,
  uvLampProductCode,
} from './lamp-detail.ts'

/** Parameters of the UV tube, its timer and its fan. */
export const uvParamNames: readonly LampParamName[] = ['uvOxyOnOff', 'uvOxyTimer', 'uvOxyFanSpeed']

/** Lamp fields with influence on its parameters; `params` is empty until reported. */
export type LampWithParams = { product_code: string | null; params: LampParams; allows?: LampAllows | undefined }
export type ParamValue = NonNullable<LampParams[LampParamName]>

/**
 * Supported parameters of a lamp: the reported ones, except those of a UV tube. These depend on the product code alone,
 * not on the lamp's reports (specification, section 9).
 */
export const supportedParams = ({ product_code, params }: LampWithParams): LampParamName[] => {
  const isUvLamp = product_code === uvLampProductCode
  return lampParamNames.filter((name) => (uvParamNames.includes(name) ? isUvLamp : params[name] !== undefined))
}

/** Reported values of the lamp's supported parameters. */
export const reportedParams = (lamp: LampWithParams): LampParams => {
  const supported = supportedParams(lamp).filter((name) => lamp.params[name] !== undefined)
  return Object.fromEntries(supported.map((name) => [name, lamp.params[name]]))
}

/** Allowed values of a parameter; null if the lamp supports all. */
export const allowedValues = ({ allows }: LampWithParams, name: LampParamName): readonly ParamValue[] | null =>
  (name in (allows ?? {}) ? allows?.[name as keyof LampAllows] : null) ?? null

/** First of these parameters the lamp does not support, or not with this value. */
export const findUnsupportedParam = (lamp: LampWithParams, params: LampParams): LampParamName | undefined => {
  const supported = supportedParams(lamp)
  return (Object.keys(params) as LampParamName[]).find((name) => {
    const value = params[name]
    if (value === undefined) return false
    const allowed = allowedValues(lamp, name)
    return !supported.includes(name) || (allowed !== null && !allowed.includes(value))
  })
}

/** Whether these parameters light a UV tube. A person must confirm the absence of people. */
export const lightsUvTube = ({ uvOxyOnOff }: LampParams): boolean => uvOxyOnOff === true

/** Removes the parameter for lighting a UV tube, for writes without a person's confirmation. */
export const withoutUvLight = (params: LampParams): LampParams => {
  if (!lightsUvTube(params)) return params
  const { uvOxyOnOff: _, ...others } = params
  return others
}
