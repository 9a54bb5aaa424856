import { type ActionName, actions } from '@vigilux/contract/actions.ts'
import type { ActionDeclaration } from '@vigilux/contract/kernel/action.ts'
import { coversScope, type TokenScope } from '@vigilux/contract/kernel/token-scopes.ts'
import { requiredScope } from '@vigilux/contract/required-scope.ts'
import { describe, expect, it } from 'vitest'

/** The actions open to each access token. `docs/access-matrix.md` prints the scope of every action. */

const names = Object.keys(actions) as ActionName[]
const declarationOf = (name: ActionName): ActionDeclaration => actions[name]
const scopeOf = (name: ActionName): TokenScope | null => requiredScope(declarationOf(name))
const namesWith = (scope: TokenScope | null): ActionName[] => names.filter((name) => scopeOf(name) === scope).sort()

describe('the scope of an action', () => {
  it('lists what runs now under `operate`', () => {
    expect(namesWith('operate')).toEqual([
      'activateScene',
      'cancelHeldTest',
      'endSceneOnLamps',
      'ftest',
      'holdTest',
      'identifyLamp',
      'identifyLamps',
      'setLightLevel',
      'showSceneOnLamps',
      'startTests',
      'stopIdentifyLamp',
      'stopTest',
    ])
  })

  it('lists inhibition, rest, keys of a panel and emergency mode under `safety`', () => {
    expect(namesWith('safety')).toEqual([
      'cablecomCommand',
      'endInhibition',
      'gatewayCommand',
      'inhibitUnits',
      'keypressSimulation',
      'logicaCommand',
      'relightLamps',
      'restLamps',
      'sicuroCommand',
    ])
  })

  it('lets `read` write only reports, exports and links to files', () => {
    expect(namesWith('read').filter((name) => declarationOf(name).effect === 'write')).toEqual([
      'createBillReport',
      'createEnergyReport',
      'createFloorPlanReport',
      'createGlobalReport',
      'createHandoverReport',
      'createLogbookReport',
      'createReport',
      'downloadAttachment',
      'downloadReport',
      'exportLogbook',
    ])
  })

  it('opens these reads of the account to `read`', () => {
    const accountReads = namesWith('read').filter((name) => declarationOf(name).permission === 'signedIn')
    expect(accountReads).toEqual([
      'findAnything',
      'findPosition',
      'getAllCuInfo',
      'getAllPlants',
      'getAttention',
      'getFirstTest',
      'getLightRepeats',
      'getMapTiles',
      'getPlantOutlooks',
      'getPlantsInView',
      'getPlantsOnMap',
      'getShadow',
      'getTestMonth',
      'getTestPlanChanges',
      'getTestYear',
      'getUnitTypes',
      'getWeek',
      'getWeekDone',
      'leavePlant',
    ])
  })

  it('puts settings of plants, units, lamps, plans and texts under `configure`', () => {
    const expected: ActionName[] = [
      'savePlant',
      'saveCu',
      'enrollCu',
      'createNetwork',
      'saveLampTexts',
      'uploadFloorPlan',
    ]
    for (const name of expected) expect([name, scopeOf(name)]).toEqual([name, 'configure'])
    for (const name of namesWith('configure')) expect([name, declarationOf(name).effect]).toEqual([name, 'write'])
    expect(namesWith('configure').length).toBeGreaterThan(80)
  })
})

describe('tokens', () => {
  it.each<[string, RegExp, number]>([
    ['signing', /^sign|^reopenHandover$/, 3],
    ['inviting', /nvit/, 9],
    ['Pro codes and tokens', /^abilitaPro$|Tokens?$|^getProCodes$/, 11],
    ['deletion', /^(remove|delete|deEnroll|eliminaInvito|discardHandover)|Feed$/, 26],
    ['members', /Member|^rimuovi|PlantUsers$|People$|^getEscalation$/, 12],
    ['the audit', /Audit|AccessLog$|SecurityEvents$/, 5],
    [
      'accounts',
      /^(save(Profile|AppConfig|Marketing|Nomina)|complete|uploadImage)|Session|Passkey|OwnData|UserInfos/,
      10,
    ],
  ])('are refused for %s', (_, pattern, atLeast) => {
    const found = names.filter((name) => pattern.test(name) && name !== 'removeGroup')
    expect(found.length).toBeGreaterThanOrEqual(atLeast)
    expect(found.filter((name) => scopeOf(name) !== null)).toEqual([])
  })

  it('are refused for every action of an account, of the office, and of a secret', () => {
    const closed = names.filter((name) => {
      const { permission, secretOutput } = declarationOf(name)
      return secretOutput || permission === 'account' || permission.startsWith('admin.') || permission.endsWith('.sign')
    })
    expect(closed.length).toBeGreaterThan(30)
    expect(closed.filter((name) => scopeOf(name) !== null)).toEqual([])
  })

  it('are refused for a write that declares no scope', () => {
    const { program: _, ...undeclared } = declarationOf('savePlant')
    expect(requiredScope(undeclared)).toBeNull()
  })

  it('have `read` in every scope and no other scope in another', () => {
    expect(coversScope(['safety'], 'read')).toBe(true)
    expect(coversScope(['safety'], 'operate')).toBe(false)
    expect(coversScope(['operate'], 'configure')).toBe(false)
    expect(coversScope(['configure', 'read'], 'configure')).toBe(true)
  })
})
