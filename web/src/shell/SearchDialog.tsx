import { Kbd, Modal, TextInput, UnstyledButton } from '@mantine/core'
import { useDebouncedValue, useDisclosure, useHotkeys } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AppLink, useGo } from '../shared/navigation.tsx'
import { usePlants } from '../shared/plant/plant.ts'
import type { SessionUser } from '../shared/session/session-api.ts'
import { pathTo } from '../site-map.ts'
import { plantMenu, startMenu } from './menu.ts'
import { useMenuWord } from './use-menu-word.ts'

type SearchProps = { user: SessionUser; plantId: string | undefined }

function focusPageSearch(): void {
  document.querySelector<HTMLInputElement>('[data-vx-search] input, input[data-vx-search]')?.focus()
}

/** Ctrl K: plants and pages. `/` goes to the search of the page itself. */
export function SearchDialog({ user, plantId }: SearchProps) {
  const { t } = useTranslation('shell')
  const [opened, dialog] = useDisclosure(false)
  useHotkeys([
    ['mod+K', dialog.open],
    ['/', focusPageSearch],
  ])
  if (user.suspended) return null
  return (
    <>
      <UnstyledButton className="vx-search-open" onClick={dialog.open} aria-keyshortcuts="Control+K">
        <IconSearch size={16} aria-hidden />
        <span>{t('search.open')}</span>
        <Kbd size="xs" aria-hidden>
          Ctrl K
        </Kbd>
      </UnstyledButton>
      <Modal
        opened={opened}
        onClose={dialog.close}
        withCloseButton={false}
        transitionProps={{ duration: 0 }}
        centered={false}
        attributes={{ content: { 'aria-label': t('search.open') } }}
        size={520}
        padding={0}
      >
        <SearchResults user={user} plantId={plantId} onChosen={dialog.close} />
      </Modal>
    </>
  )
}

type Hit = { to: string; text: string; hint: string | undefined }

function useHits({ user, plantId }: SearchProps, text: string): Hit[] {
  const menuWord = useMenuWord()
  const [search] = useDebouncedValue(text, 150)
  const plants = usePlants({ search }).data?.plants ?? []
  const entries = [...(plantId ? plantMenu(plantId) : []), ...startMenu(user)]
  const links = entries.flatMap((entry) => [
    { to: entry.to, text: menuWord(entry.word), hint: undefined },
    ...(entry.children ?? []).map(({ to, word }) => ({ to, text: menuWord(word), hint: menuWord(entry.word) })),
  ])
  const wanted = text.trim().toLowerCase()
  const pages = links.filter((link) => wanted !== '' && link.text.toLowerCase().includes(wanted))
  const seen = new Set<string>()
  const found = plants.slice(0, 6).map(({ plant_id, plantname, address }) => ({
    to: pathTo('plantOverview', { plantId: plant_id }),
    text: plantname,
    hint: address.city,
  }))
  return [...found, ...pages.slice(0, 8)].filter(({ to }) => !seen.has(to) && seen.add(to))
}

function SearchResults({ user, plantId, onChosen }: SearchProps & { onChosen: () => void }) {
  const { t } = useTranslation('shell')
  const go = useGo()
  const id = useId()
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const hits = useHits({ user, plantId }, text)
  const current = Math.min(at, hits.length - 1)
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) {
      event.preventDefault()
      setAt((current + step + hits.length) % Math.max(1, hits.length))
    }
    const hit = hits[current]
    if (event.key !== 'Enter' || !hit) return
    onChosen()
    go(hit.to)
  }
  return (
    <div className="vx-search-box">
      <TextInput
        data-autofocus
        variant="unstyled"
        size="md"
        role="combobox"
        aria-expanded={hits.length > 0}
        aria-controls={id}
        aria-activedescendant={hits.length > 0 ? `${id}-${current}` : undefined}
        aria-label={t('search.placeholder')}
        placeholder={t('search.placeholder')}
        leftSection={<IconSearch size={18} aria-hidden />}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value)
          setAt(0)
        }}
        onKeyDown={onKeyDown}
      />
      <div id={id} role="listbox" aria-label={t('search.results')} className="vx-choice">
        {hits.map((hit, index) => (
          <AppLink
            key={hit.to}
            id={`${id}-${index}`}
            role="option"
            aria-selected={index === current}
            tabIndex={-1}
            to={hit.to}
            onClick={onChosen}
          >
            <span>{hit.text}</span>
            <small>{hit.hint}</small>
          </AppLink>
        ))}
      </div>
      {hits.length === 0 && text ? <p className="vx-search-none">{t('search.nothing', { text })}</p> : null}
    </div>
  )
}
