import { Modal, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { type KeyboardEvent, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFocusBack } from '../shared/feedback/Dialog.tsx'
import { AppLink, useGo } from '../shared/navigation.tsx'
import { usePlants } from '../shared/plant/plant.ts'
import { pathTo } from '../site-map.ts'
import type { SearchProps } from './frame-props.ts'
import { plantMenu, startMenu } from './menu.ts'
import { useMenuWord } from './use-menu-word.ts'

type BoxProps = SearchProps & { opened: boolean; onClose: () => void }

/** The open search, over the page. */
export function SearchBox({ user, plantId, opened, onClose }: BoxProps) {
  const { t } = useTranslation('shell')
  useFocusBack(opened)
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      withCloseButton={false}
      returnFocus={false}
      transitionProps={{ duration: 0 }}
      centered={false}
      attributes={{ content: { 'aria-label': t('search.open') } }}
      size={520}
      padding={0}
    >
      <SearchResults user={user} plantId={plantId} onChosen={onClose} />
    </Modal>
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
