import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** Horizontal overflow of a page in pixels, which must be 0. */
export const measureOverflowX = (page: Page): Promise<number> =>
  page.evaluate('document.documentElement.scrollWidth - document.documentElement.clientWidth')

/** Number of running color transitions: a button in transition has neither color. */
const transitionsOf = (page: Page): Promise<number> =>
  page.evaluate('document.getAnimations().filter((one) => one instanceof CSSTransition).length')

/** Serious or critical axe violations of the current page. */
export const findSeriousViolations = async (page: Page): Promise<string[]> => {
  // Legacy mode, because there are no frames, for which axe would open a page of its own; passes need not be listed.
  const axe = new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })
  const { violations } = await axe.analyze()
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .flatMap(({ id, nodes }) => nodes.map(({ target, failureSummary }) => `${id} ${target} ${failureSummary}`))
}

/**
 * Checks the current page on a phone with axe, and its horizontal overflow on phone and desktop, then restores its
 * width. `every-route.journey` checks every page in four looks.
 */
export const expectReadable = async (page: Page): Promise<void> => {
  const before = page.viewportSize()
  for (const width of [1280, 390]) {
    await page.setViewportSize({ width, height: 844 })
    // The frame rerenders only after the browser has reported the new width.
    await expect.poll(() => measureOverflowX(page), { message: `${page.url()} ${width} px` }).toBe(0)
  }
  await expect.poll(() => transitionsOf(page), { message: page.url() }).toBe(0)
  expect(await findSeriousViolations(page), page.url()).toEqual([])
  if (before) await page.setViewportSize(before)
}

/**
 * Press targets smaller than 44 pixels in either direction, including the browser's tolerance around them. Links within
 * a text are exempt.
 */
export const findSmallTargets = (page: Page): Promise<string[]> =>
  page
    .getByRole('main')
    .locator('a, button, summary, select, input:not([type=hidden])')
    .evaluateAll((controls) => {
      const isLargeEnough = (control: (typeof controls)[number]): boolean => {
        control.scrollIntoView({ block: 'center' })
        const { left, top, width, height } = control.getBoundingClientRect()
        const isHit = (dx: number, dy: number) => {
          const hit = control.ownerDocument.elementFromPoint(Math.max(1, left + width / 2 + dx), top + height / 2 + dy)
          return hit === null || control.contains(hit) || hit.closest('label')?.control === control
        }
        const isWide = width >= 43.5 || (isHit(-21, 0) && isHit(21, 0))
        return isWide && (height >= 43.5 || (isHit(0, -21) && isHit(0, 21)))
      }
      return controls
        .filter((control) => control.checkVisibility() && control.clientWidth > 1 && !control.matches(':disabled'))
        .filter((control) => !isLargeEnough(control))
        .map(
          (control) =>
            `${control.getAttribute('aria-label') ?? control.textContent} ${control.clientWidth}×${control.clientHeight}`,
        )
    })

const byPart = (part: string): string => `[data-part="${part}"]`

/**
 * Distance in pixels from the top of the page to the first row, card or field of its own data; banners are left out.
 */
export const measureFirstContent = (page: Page): Promise<number> =>
  page
    .getByRole('main')
    .locator(
      `.vx-card, ${['list', 'state-panel', 'map', 'panel-lights', 'walks'].map(byPart)}, ${byPart('verify')} > *, table, form, input, dl`,
    )
    .evaluateAll((parts) => {
      const isAbove = ['page-header', 'banner', 'outbox-banner', 'tabs', 'filterbar']
        .map((part) => `[data-part=${part}]`)
        .join()
      const tops = parts
        .filter((part) => part.checkVisibility() && part.clientHeight > 8 && !part.closest(isAbove))
        .map((part) => Math.round(part.getBoundingClientRect().top))
      return Math.min(...tops)
    })

type Box = { left: number; right: number; top: number; bottom: number }
type Line = Box & { text: string; of: number }

/** Visible parts of the text lines. Fixed and sticky elements overlap others on purpose and are left out. */
const linesOf = (page: Page): Promise<Line[]> =>
  page.locator('body *').evaluateAll((parts) => {
    const isClipped = ({ clip, clipPath }: { clip: string; clipPath: string }) => clip !== 'auto' || clipPath !== 'none'
    const visibleBoxOf = (part: (typeof parts)[number]): Box | null => {
      const style = part.ownerDocument.defaultView?.getComputedStyle(part)
      const parentBox = part.parentElement
        ? visibleBoxOf(part.parentElement)
        : { left: 0, right: 1e6, top: -1e6, bottom: 1e6 }
      if (!style || !parentBox || isClipped(style) || /fixed|sticky/.test(style.position)) return null
      if (part.matches('html, body') || style.overflow === 'visible') return parentBox
      const { left, right, top, bottom } = part.getBoundingClientRect()
      return {
        left: Math.max(parentBox.left, left),
        right: Math.min(parentBox.right, right),
        top: Math.max(parentBox.top, top),
        bottom: Math.min(parentBox.bottom, bottom),
      }
    }
    return parts.flatMap((part, partIndex) => {
      const textNodes = [...part.childNodes].filter((node) => node.nodeType === 3 && node.textContent?.trim())
      const isVisible =
        textNodes.length > 0 && part.checkVisibility({ opacityProperty: true, visibilityProperty: true })
      const visibleBox = isVisible ? visibleBoxOf(part) : null
      if (!visibleBox) return []
      return textNodes.flatMap((node) => {
        const range = part.ownerDocument.createRange()
        range.selectNodeContents(node)
        return [...range.getClientRects()].map((box) => ({
          of: partIndex,
          text: node.textContent?.trim() ?? '',
          left: Math.max(box.left, visibleBox.left),
          right: Math.min(box.right, visibleBox.right),
          top: Math.max(box.top, visibleBox.top),
          bottom: Math.min(box.bottom, visibleBox.bottom),
        }))
      })
    })
  })

/** Adjacent lines may share some pixels above and below their letters. */
const overlap = (line: Line, other: Line): boolean =>
  line.of !== other.of &&
  Math.min(line.right, other.right) - Math.max(line.left, other.left) > 2 &&
  Math.min(line.bottom, other.bottom) - Math.max(line.top, other.top) > 4

export const findOverlappingTexts = async (page: Page): Promise<string[]> => {
  const lines = (await linesOf(page)).toSorted((one, other) => one.top - other.top)
  return lines.flatMap((line, at) => {
    const end = lines.findIndex(({ top }, next) => next > at && top > line.bottom)
    const nearbyLines = lines.slice(at + 1, end < 0 ? undefined : end)
    return nearbyLines.filter((other) => overlap(line, other)).map(({ text }) => `“${line.text}” and “${text}”`)
  })
}
