import { Kbd, UnstyledButton } from '@mantine/core'
import { useDisclosure, useHotkeys } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../shared/i18n/i18n.ts'
import { lazy, useLatched } from '../shared/lazy.tsx'
import { controlKeyOf } from './control-key.ts'
import * as styles from './frame.module.css'
import type { SearchProps } from './frame-props.ts'
import { useTypedAhead } from './use-typed-ahead.ts'

const SearchBox = lazy(async () => (await import('./SearchBox.tsx')).SearchBox)

function focusPageSearch(): void {
  document.querySelector<HTMLInputElement>('[data-vx-search] input, input[data-vx-search]')?.focus()
}

/** Ctrl K: finds everything with a name, pages, and actions on lamps and units. `/` focuses the page's own search. */
export function SearchDialog({ user, plantId }: SearchProps) {
  const { t } = useTranslation('shell')
  const language = useLanguage()
  const [isOpen, dialog] = useDisclosure(false)
  const hasOpened = useLatched(isOpen)
  const typedAhead = useTypedAhead()
  useHotkeys([
    [
      'mod+K',
      () => {
        typedAhead.start()
        dialog.open()
      },
    ],
    ['/', focusPageSearch],
  ])
  if (user.suspended) return null
  return (
    <>
      <UnstyledButton className={styles.searchOpen} onClick={dialog.open} aria-keyshortcuts="Control+K">
        <IconSearch size={16} aria-hidden />
        <span>{t('search.open')}</span>
        <Kbd size="xs" aria-hidden>
          {controlKeyOf(language)} K
        </Kbd>
      </UnstyledButton>
      {hasOpened ? (
        <SearchBox user={user} plantId={plantId} opened={isOpen} takeTyped={typedAhead.take} onClose={dialog.close} />
      ) : null}
    </>
  )
}
