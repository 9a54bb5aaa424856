import type { Locator, Page } from 'playwright-core'
import { beforeAll, describe, expect, it } from 'vitest'
import { createApiClient, pollUntil } from '../support/api-client.ts'
import { type Person, useProduct } from '../support/people.ts'

/** The jobs of every day take few presses, and the keyboard alone is enough for them. */
const lampsOfUnit = 4
const journey = useProduct({
  units: [
    { type: 'logica', serial: '0B2304', lamps: lampsOfUnit },
    { type: 'logica', serial: '0B2305', lamps: lampsOfUnit },
    { type: 'logica', serial: '0A1B01', lamps: 30, enrolled: true, plant: 'hospital' },
  ],
  speed: 60,
})
let plantId: string

beforeAll(async () => {
  const api = await createApiClient(journey.product.url).signIn('installer')
  plantId = await pollUntil('the lamps', async () => {
    const { plants } = await api.call('getAllPlants', {})
    for (const { plant_id: id } of plants) if ((await api.call('getLamps', { plantId: id })).total === 30) return id
    return false
  })
})

/** A signed-in person on the plant's overview. */
const openOverview = async (name: string, viewport: { width: number; height: number }): Promise<Person> => {
  const person = await journey.comeIn({ acceptDownloads: true, viewport })
  await person.signIn(name)
  await person.goTo(`/plant/${plantId}`)
  await person.page.getByRole('button', { name: 'Register PDF' }).waitFor()
  return person
}

const pressUnitKeys = async ({ page }: Person, serial: string): Promise<void> => {
  await page.getByRole('heading', { name: `Press SEL + OK together on unit ${serial}` }).waitFor()
  await journey.product.panel(`logica_${serial}`, 'press', { keys: ['SEL', 'OK'] })
}

const waitForLamp = (page: Page, number: number) => page.getByRole('heading', { name: `Lamp 000${number}` }).waitFor()

describe('on a phone', () => {
  it('a unit is commissioned with two taps a lamp and at most twelve besides', async () => {
    const person = await openOverview('installer', { width: 390, height: 844 })
    const { page } = person
    let taps = 0
    const tap = async (target: Locator) => {
      await target.click()
      taps++
    }
    await tap(page.getByRole('main').getByRole('button', { name: 'More' }))
    await tap(page.getByRole('menuitem', { name: 'Add unit' }))
    await tap(page.getByLabel('Serial'))
    await page.keyboard.type('0B2304')
    await tap(page.getByRole('radio', { name: 'Logica', exact: true }))
    await tap(page.getByRole('button', { name: 'Start enrolment' }))
    await pressUnitKeys(person, '0B2304')
    await tap(page.getByRole('button', { name: 'Find lamps', exact: true }))
    await page.getByText(`The search is completed: ${lampsOfUnit} lamps found`).waitFor()
    await tap(page.getByRole('button', { name: 'Next' }))
    await tap(page.getByRole('button', { name: 'Finish' }))
    await tap(page.getByRole('button', { name: 'Walk from lamp to lamp' }))
    await waitForLamp(page, 1)
    await tap(page.getByRole('button', { name: 'New room' }))
    await page.locator('input:focus').waitFor()
    await page.keyboard.type('Corridor')
    await tap(page.getByRole('dialog').getByRole('button', { name: 'Create' }))
    const tapsBesides = taps
    for (let lamp = 1; lamp <= lampsOfUnit; lamp++) {
      await waitForLamp(page, lamp)
      const room = page.getByRole('group', { name: 'Room' }).getByRole('button', { name: 'Corridor' })
      await room.waitFor()
      if ((await room.getAttribute('aria-pressed')) === 'false') await tap(room)
      await tap(page.getByRole('button', { name: lamp < lampsOfUnit ? /^Next: lamp/ : 'Save' }))
    }
    await page.getByRole('heading', { name: 'Every lamp has its place' }).waitFor()
    expect(tapsBesides).toBeLessThanOrEqual(12)
    expect(taps - tapsBesides).toBeLessThanOrEqual(2 * lampsOfUnit)
  })
})

/** An element of the page, without the types of a browser. */
type Control = {
  getAttribute(name: string): string | null
  textContent: string | null
  labels?: readonly { textContent: string | null }[]
}

describe('by keyboard alone', () => {
  let person: Person
  /** Name of the focused control; empty without one. */
  const nameOfFocus = (): Promise<string> =>
    person.page.locator(':focus').evaluateAll((focused) => {
      const [control] = focused as unknown as Control[]
      return (
        control?.getAttribute('aria-label') ??
        control?.labels?.[0]?.textContent ??
        control?.textContent ??
        ''
      ).trim()
    })
  /** Tabs to a control by its name; each page has fewer than a hundred. */
  const tabTo = async (name: RegExp): Promise<void> => {
    for (let tabs = 0; tabs < 100; tabs++) {
      if (name.test(await nameOfFocus())) return
      await person.page.keyboard.press('Tab')
    }
    throw new Error(`no Tab leads to ${name}`)
  }
  const press = async (name: RegExp): Promise<void> => {
    await tabTo(name)
    await person.page.keyboard.press('Enter')
  }

  it('a unit is enrolled and its lamps are placed', async () => {
    person = await openOverview('installer', { width: 1280, height: 800 })
    const { keyboard } = person.page
    await press(/^More$/)
    await person.page.getByRole('menuitem', { name: 'Add unit' }).waitFor()
    await expect.poll(nameOfFocus).toBe('Add unit')
    await keyboard.press('Enter')
    await person.page.getByRole('heading', { name: 'Which unit is it?' }).waitFor()
    await tabTo(/^Serial/)
    await keyboard.type('0B2305')
    await tabTo(/^Cablecom/)
    await keyboard.press('ArrowDown')
    await expect.poll(nameOfFocus).toMatch(/^Logica(?! FM)/)
    await press(/^Start enrolment$/)
    await pressUnitKeys(person, '0B2305')
    await person.page.getByRole('button', { name: 'Find lamps', exact: true }).waitFor()
    await press(/^Find lamps$/)
    await person.page.getByText(`The search is completed: ${lampsOfUnit} lamps found`).waitFor()
    await press(/^Next$/)
    await person.page.getByRole('button', { name: 'Finish' }).waitFor()
    await press(/^Finish$/)
    await person.page.getByRole('heading', { name: 'Unit 0B2305 is enrolled' }).waitFor()
    await press(/^Walk from lamp to lamp$/)
    for (let lamp = 1; lamp <= lampsOfUnit; lamp++) {
      await waitForLamp(person.page, lamp)
      await expect.poll(nameOfFocus).toBe('Place')
      await keyboard.type(`Door ${lamp}`)
      await keyboard.press('Enter')
    }
    await person.page.getByRole('heading', { name: 'Every lamp has its place' }).waitFor()
  })

  it('a test is started', async () => {
    await person.goTo(`/plant/${plantId}`)
    await person.page.getByRole('button', { name: 'Start test' }).waitFor()
    await journey.product.setSpeed(1)
    await press(/^Start test$/)
    await person.page.getByRole('dialog', { name: 'Start a test' }).waitFor()
    await press(/^Start test$/)
    await person.page.getByRole('button', { name: 'Stop test' }).first().waitFor()
    await journey.product.setSpeed(60)
  })

  it('a lamp blinks after at most twelve keys', async () => {
    await person.goTo(`/plantcentralunits/${plantId}`)
    await person.page.getByRole('heading', { name: 'Devices' }).waitFor()
    const keys = ['Control+k', ...'0018 id', 'Enter']
    for (const key of keys) await person.page.keyboard.press(key)
    await expect
      .poll(async () => {
        const { lamps } = (await journey.product.panelState('logica_0A1B01')) as {
          lamps: { addr: number; isBlinking: boolean }[]
        }
        return lamps.filter(({ isBlinking }) => isBlinking).map(({ addr }) => addr)
      })
      .toEqual([18])
    expect(keys.length).toBeLessThanOrEqual(12)
  })
})

describe('an owner', () => {
  it('reads the verdict without a click, and has the register as PDF after one', async () => {
    const { page } = await openOverview('owner', { width: 1280, height: 800 })
    await page
      .getByText(/rules? (cannot be known|not met)|All \d+ rules met/)
      .first()
      .waitFor()
    const downloading = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Register PDF' }).click()
    expect((await downloading).suggestedFilename()).toMatch(/\.pdf$/)
  })
})
