import { describe, expect, it } from 'vitest'
import { uvLampProductCode } from './lamp-detail.ts'
import { maxNamedLamps, type SurveyedLamp, surveyParams } from './param-survey.rules.ts'

describe('parameter survey', () => {
  const lamp = (id: number, params: SurveyedLamp['params'], allows?: SurveyedLamp['allows']): SurveyedLamp => {
    return { cu: 'logica_0A1B2C', id, product_code: null, params, allows }
  }

  it('counts supporting lamps, other lamps and values by frequency', () => {
    const survey = surveyParams([
      lamp(1, { opticom: 20, infinity: true }),
      lamp(2, { opticom: 50 }),
      lamp(3, { opticom: 50 }),
    ])
    expect(survey).toEqual([
      {
        name: 'infinity',
        taken: 1,
        lacking: 2,
        allowed: null,
        values: [{ value: true, lamps: 1 }],
        lackingLamps: [2, 3].map((id) => ({ cu: 'logica_0A1B2C', id })),
      },
      {
        name: 'opticom',
        taken: 3,
        lacking: 0,
        lackingLamps: [],
        allowed: null,
        values: [
          { value: 50, lamps: 2 },
          { value: 20, lamps: 1 },
        ],
      },
    ])
  })

  it('allows the values that all lamps allow', () => {
    const [survey] = surveyParams([
      lamp(1, { autonomy: 1 }, { autonomy: [1, 1.5, 3] }),
      lamp(2, { autonomy: 1 }, { autonomy: [1, 3, 8] }),
      lamp(3, { autonomy: 1 }),
    ])
    expect(survey?.allowed).toEqual([1, 3])
  })

  it('counts an unreported UV parameter as supported without a value', () => {
    const [survey] = surveyParams([{ ...lamp(1, {}), product_code: uvLampProductCode }])
    expect(survey).toMatchObject({ name: 'uvOxyOnOff', taken: 1, lacking: 0, values: [] })
  })

  it('lists only the first lamps without the parameter', () => {
    const manyLamps = Array.from({ length: 992 }, (_, at) => lamp(at + 1, at === 0 ? { infinity: true } : {}))
    const [survey] = surveyParams(manyLamps)
    expect(survey?.lacking).toBe(991)
    expect(survey?.lackingLamps).toHaveLength(maxNamedLamps)
  })
})
