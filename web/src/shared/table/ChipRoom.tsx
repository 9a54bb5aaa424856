import { Menu } from '@mantine/core'
import { useLayoutEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type StateName, styleOf } from '../status/states.ts'
import * as styles from './table.module.css'

type ChipRoomProps = {
  chips: readonly { id: string; label: string; state: StateName | undefined; count: number }[]
  /** Id of the active chip; empty without one. */
  active: string
  choose: (id: string) => void
}

/**
 * Fits a row of chips into its width: marks it `data-tight` while it lacks room for the labels, then hides the last
 * inactive chips and shows `more`.
 * @returns ids of the hidden chips
 */
function fitChips(row: HTMLElement, more: HTMLElement): string[] {
  const chips = [...row.querySelectorAll<HTMLElement>('[data-chip]')]
  const overflows = () => row.scrollWidth > row.clientWidth
  delete row.dataset.tight
  for (const chip of chips) chip.hidden = false
  more.hidden = true
  if (overflows()) row.dataset.tight = ''
  more.hidden = !overflows()
  const inactive = chips.filter((chip) => chip.getAttribute('aria-pressed') !== 'true')
  const hidden: string[] = []
  for (const chip of inactive.toReversed()) {
    if (!overflows()) break
    chip.hidden = true
    hidden.unshift(chip.dataset.chip ?? '')
  }
  return hidden
}

/** Keeps the chips of its row on one line; a menu has those without room. */
export function ChipRoom({ chips, active, choose }: ChipRoomProps) {
  const { t } = useTranslation('shared')
  const more = useRef<HTMLButtonElement>(null)
  const [hidden, setHidden] = useState<readonly string[]>([])
  const content = JSON.stringify([chips, active])
  useLayoutEffect(() => {
    const button = more.current
    const row = button?.parentElement
    if (!row || content === '') return
    const measure = () => {
      const next = fitChips(row, button)
      setHidden((now) => (now.join() === next.join() ? now : next))
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(row)
    return () => observer.disconnect()
  }, [content])
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <button ref={more} type="button" className={styles.chip} hidden={hidden.length === 0}>
          {t('more')}
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {chips
          .filter(({ id }) => hidden.includes(id))
          .map(({ id, label, state, count }) => {
            const style = state && styleOf(state)
            return (
              <Menu.Item
                key={id}
                leftSection={style ? <style.icon size={15} aria-hidden /> : null}
                rightSection={<b>{count}</b>}
                onClick={() => choose(id)}
              >
                {label}
              </Menu.Item>
            )
          })}
      </Menu.Dropdown>
    </Menu>
  )
}
