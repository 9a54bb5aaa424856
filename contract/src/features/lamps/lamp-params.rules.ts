import { type LampParamName, type LampParams, lampParamNames, uvLampProductCode } from './lamp-detail.ts'

/** Parameters of the UV tube, of its timer and of its fan. */
export const uvParamNames: readonly LampParamName[] = ['uvOxyOnOff', 'uvOxyTimer', 'uvOxyFanSpeed']

/** A lamp as far as its parameters are concerned; what it reports is empty until it has told it. */
export type LampWithParams = { product_code: string | null; params: LampParams }

/**
 * The parameters that a lamp takes: those that it reports, but for the ones of a UV tube. These the product code decides:
 * the UV lamp has them whether it reports them or not, and no other has them whatever it reports. Specification section 9.
 */
export const paramsTakenBy = ({ product_code, params }: LampWithParams): LampParamName[] => {
  const isUvLamp = product_code === uvLampProductCode
  return lampParamNames.filter((name) => (uvParamNames.includes(name) ? isUvLamp : params[name] !== undefined))
}

/** The values that a lamp reports of the parameters that it takes. */
export const paramsReportedBy = (lamp: LampWithParams): LampParams => {
  const taken = paramsTakenBy(lamp).filter((name) => lamp.params[name] !== undefined)
  return Object.fromEntries(taken.map((name) => [name, lamp.params[name]]))
}
