import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** How far a page can be moved sideways, which it is not to be. */
export const measureOverflowX = (page: Page): Promise<number> =>
  page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')

/** How many colours are on their way from one to the next: a button that has just been enabled is neither. */
const transitionsOf = (page: Page): Promise<number> =>
  page.evaluate('document.getAnimations().filter((one) => one instanceof CSSTransition).length')

/** What axe finds serious or critical in a page as it is now. */
export const findSeriousViolations = async (page: Page): Promise<string[]> => {
  // There are no frames, for which axe would open a page of its own; what is well need not be listed.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
  const { violations } = await axe.analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id} ${target} ${failureSummary}`))
}

/**
 * Reads a page as it is now on a phone, checks that it moves sideways neither there nor on a desk, and leaves it as wide as it was. At four
 * looks every page is read by `every-route.journey`.
 */
export const expectReadable = async (page: Page): Promise<void> => {
  const before = page.viewportSize()
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 844 })
    // The frame is drawn anew once the browser has said that it is narrower.
    await expect.poll(() => measureOverflowX(page), { message: `${page.url()} ${width} px` }).toBe(0)
  }
  await expect.poll(() => transitionsOf(page), { message: page.url() }).toBe(0)
  expect(await findSeriousViolations(page), page.url()).toEqual([])
  if (before) await page.setViewportSize(before)
}

/**
 * What can be pressed, and has less than 44 pixels each way for a finger, counting what the browser takes for it around it. Links within
 * a text are no larger than their words.
 */
export const findSmallTargets = (page: Page): Promise<string[]> =>
  page
    .getByRole('main')
    .locator('a, button, summary, select, input:not([type=hidden])')
    .evaluateAll((controls) => {
      const isLargeEnough = (control: (typeof controls)[number]): boolean => {
        control.scrollIntoView({ block: 'center' })
        const { left, top, width, height } = control.getBoundingClientRect()
        const takes = (dx: number, dy: number) => {
          const hit = control.ownerDocument.elementFromPoint(Math.max(1, left + width / 2 + dx), top + height / 2 + dy)
          return hit === null || control.contains(hit) || hit.closest('label')?.control === control
        }
        const isWide = width >= 43.5 || (takes(-21, 0) && takes(21, 0))
        return isWide && (height >= 43.5 || (takes(0, -21) && takes(0, 21)))
      }
      return controls
        .filter((control) => control.checkVisibility() && control.clientWidth > 1 && !control.matches(':disabled'))
        .filter((control) => !isLargeEnough(control))
        .map(
          (control) =>
            `${control.getAttribute('aria-label') ?? control.textContent} ${control.clientWidth}×${control.clientHeight}`,
        )
    })

type Box = { left: number; right: number; top: number; bottom: number }
type Line = Box & { text: string; of: number }

/** Lines of text as far as the parts around them let them be seen. What is fixed or sticks lies above others on purpose, and is left out. */
const linesOf = (page: Page): Promise<Line[]> =>
  page.locator('body *').evaluateAll((parts) => {
    const cut = ({ clip, clipPath }: { clip: string; clipPath: string }) => clip !== 'auto' || clipPath !== 'none'
    const around = (part: (typeof parts)[number]): Box | null => {
      const style = part.ownerDocument.defaultView?.getComputedStyle(part)
      const above = part.parentElement ? around(part.parentElement) : { left: 0, right: 1e6, top: -1e6, bottom: 1e6 }
      if (!style || !above || cut(style) || /fixed|sticky/.test(style.position)) return null
      if (part.matches('html, body') || style.overflow === 'visible') return above
      const { left, right, top, bottom } = part.getBoundingClientRect()
      return {
        left: Math.max(above.left, left),
        right: Math.min(above.right, right),
        top: Math.max(above.top, top),
        bottom: Math.min(above.bottom, bottom),
      }
    }
    return parts.flatMap((part, of) => {
      const own = [...part.childNodes].filter((node) => node.nodeType === 3 && node.textContent?.trim())
      const seen = own.length > 0 && part.checkVisibility({ opacityProperty: true, visibilityProperty: true })
      const within = seen ? around(part) : null
      if (!within) return []
      return own.flatMap((node) => {
        const range = part.ownerDocument.createRange()
        range.selectNodeContents(node)
        return [...range.getClientRects()].map((box) => ({
          of,
          text: node.textContent?.trim() ?? '',
          left: Math.max(box.left, within.left),
          right: Math.min(box.right, within.right),
          top: Math.max(box.top, within.top),
          bottom: Math.min(box.bottom, within.bottom),
        }))
      })
    })
  })

/** Lines that follow each other closely share some pixels above and below their letters. */
const overlap = (one: Line, other: Line): boolean =>
  one.of !== other.of &&
  Math.min(one.right, other.right) - Math.max(one.left, other.left) > 2 &&
  Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > 4

/** Texts that stand upon each other. */
export const findOverlappingTexts = async (page: Page): Promise<string[]> => {
  const lines = (await linesOf(page)).toSorted((one, other) => one.top - other.top)
  return lines.flatMap((one, at) => {
    const end = lines.findIndex(({ top }, next) => next > at && top > one.bottom)
    const near = lines.slice(at + 1, end < 0 ? undefined : end)
    return near.filter((other) => overlap(one, other)).map(({ text }) => `“${one.text}” and “${text}”`)
  })
}
