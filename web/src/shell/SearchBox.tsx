import { Modal, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import {
  type Icon,
  IconCalendarTime,
  IconDoor,
  IconFile,
  IconPlayerPlay,
  IconSearch,
  IconUser,
} from '@tabler/icons-react'
import { keepPreviousData } from '@tanstack/react-query'
import type { Condition } from '@vigilux/contract/features/plants/conditions.ts'
import { roleMay } from '@vigilux/contract/kernel/permissions.ts'
import { createSearchMatcher } from '@vigilux/contract/kernel/search-text.ts'
import { type KeyboardEvent, type MouseEvent, useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAction, useActionMutation } from '../shared/api/use-action.ts'
import { useRestoreFocus } from '../shared/feedback/Dialog.tsx'
import { toastDone, toastFailure } from '../shared/feedback/toast.ts'
import { FormFailure } from '../shared/form/FormParts.tsx'
import { AppLink, useNavigateTo } from '../shared/navigation.tsx'
import { usePlantDetails } from '../shared/plant/plant.ts'
import { styleOf } from '../shared/status/states.ts'
import { pathTo } from '../site-map.ts'
import * as styles from './frame.module.css'
import type { SearchProps } from './frame-props.ts'
import { plantMenu, startMenu } from './menu.ts'
import { actionHitsOf, type Hit, type HitGroup, hitGroups, hitsOf } from './search-hits.ts'
import { parseSearchQuery } from './search-text.ts'
import { useMenuLabel } from './use-menu-label.ts'

type BoxProps = SearchProps & {
  opened: boolean
  /** Gives the keys typed before the field had the focus. */
  takeTyped: () => string
  onClose: () => void
}

/** The search, opened above the page. */
export function SearchBox({ user, plantId, opened, takeTyped, onClose }: BoxProps) {
  const { t } = useTranslation('shell')
  useRestoreFocus(opened)
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
      <SearchResults user={user} plantId={plantId} takeTyped={takeTyped} onChosen={onClose} />
    </Modal>
  )
}

const blinkSeconds = 12

function usePageHits({ user, plantId }: SearchProps, text: string): Hit[] {
  const menuWord = useMenuLabel()
  if (text === '') return []
  const matchesSearch = createSearchMatcher(text)
  const entries = [...(plantId ? plantMenu(plantId) : []), ...startMenu(user)]
  const links = entries.flatMap((entry) => [
    { to: entry.to, text: menuWord(entry.word), hint: undefined },
    ...(entry.children ?? []).map(({ to, word }) => ({ to, text: menuWord(word), hint: menuWord(entry.word) })),
  ])
  const seenPaths = new Set<string>()
  return links
    .filter((link) => matchesSearch(link.text) && !seenPaths.has(link.to) && seenPaths.add(link.to))
    .slice(0, 8)
    .map((link) => ({ ...link, group: 'pages', key: `page ${link.to}` }))
}

/** Actions without a device, as far as the person may do them. */
function useTaskHits({ user, plantId }: SearchProps, text: string): Hit[] {
  const { t } = useTranslation('shell')
  const { data: details } = usePlantDetails(plantId ?? '', false)
  const role = details && details.plant.role
  if (text === '') return []
  const mayOperate = role !== undefined && roleMay(role, 'plant.operate')
  const tasks = [
    plantId && mayOperate
      ? { text: t('search.startTest'), to: pathTo('plantReport', { plantId }, { start: '1' }) }
      : null,
    plantId && mayOperate ? { text: t('search.addUnit'), to: pathTo('addUnit', { plantId }) } : null,
    plantId && role !== undefined && roleMay(role, 'logbook.sign')
      ? { text: t('search.signLogbook'), to: pathTo('logbook', { plantId }, { sign: '1' }) }
      : null,
    user.usertype === 'installer' || user.usertype === 'admin'
      ? { text: t('search.newPlant'), to: pathTo('home', {}, { new: '1' }) }
      : null,
  ]
  const matchesSearch = createSearchMatcher(text)
  return tasks.flatMap((task): Hit[] =>
    task && matchesSearch(task.text) ? [{ ...task, group: 'actions', key: `task ${task.to}`, hint: undefined }] : [],
  )
}

/** Hits for the typed text; before any typing, the plants most in need of attention. */
function useHits(props: SearchProps, typedText: string): { hits: Hit[]; isPending: boolean; error: unknown } {
  const { t } = useTranslation('shell')
  const [debouncedText] = useDebouncedValue(typedText, 150)
  const labels = { identify: t('search.identify'), test: t('search.test') }
  const phrases = { ...labels, test: t('search.startTest') }
  const { text, action } = parseSearchQuery(debouncedText, labels, phrases)
  const isEmpty = text === ''
  const allPlantsQuery = useAction('getAllPlants', { search: '' })
  const hitsQuery = useAction(
    'findAnything',
    { text, ...(props.plantId ? { near: props.plantId } : {}) },
    { enabled: !isEmpty, staleTime: 0, placeholderData: keepPreviousData },
  )
  const pages = usePageHits(props, text)
  const tasks = useTaskHits(props, text)
  if (isEmpty) {
    const plants = allPlantsQuery.data ? allPlantsQuery.data.plants : []
    const worstPlants = plants.slice(0, 6).map(({ address, ...plant }) => ({ ...plant, city: address.city }))
    return {
      hits: hitsOf(t, { plants: worstPlants, ...nothingElse }),
      isPending: allPlantsQuery.isPending || debouncedText !== typedText,
      error: allPlantsQuery.error,
    }
  }
  const found = hitsQuery.data ? hitsQuery.data : { plants: [], ...nothingElse }
  const actionHits = action ? actionHitsOf(t, found, action) : tasks
  const hits = [...actionHits, ...hitsOf(t, found), ...pages]
  return { hits, isPending: hitsQuery.isFetching || debouncedText !== typedText, error: hitsQuery.error }
}

const nothingElse = { units: [], lamps: [], rooms: [], scenes: [], people: [] }

type ResultsProps = SearchProps & Pick<BoxProps, 'takeTyped'> & { onChosen: () => void }

function SearchResults({ user, plantId, takeTyped, onChosen }: ResultsProps) {
  const { t } = useTranslation('shell')
  const navigateTo = useNavigateTo()
  const id = useId()
  const [text, setText] = useState('')
  const [at, setAt] = useState(0)
  const [isAwaitingHits, setAwaitingHits] = useState(false)
  const { hits, isPending, error } = useHits({ user, plantId }, text)
  const current = Math.max(0, Math.min(at, hits.length - 1))
  const identify = useActionMutation('identifyLamp')
  const chooseHit = (hit: Hit) => {
    if (hit.reason) return
    onChosen()
    if (hit.identify)
      identify.mutate(
        { ...hit.identify, seconds: blinkSeconds },
        {
          onSuccess: () => toastDone(t('search.identifying', { number: hit.identify?.addr ?? '' })),
          onError: toastFailure,
        },
      )
    navigateTo(hit.to)
  }
  const move = (next: number) => {
    setAt(next)
    document.getElementById(`${id}-${next}`)?.scrollIntoView({ block: 'nearest' })
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (step) {
      event.preventDefault()
      move((current + step + hits.length) % Math.max(1, hits.length))
    }
    const hit = hits[current]
    if (event.key !== 'Enter') return
    // Enter after fast typing applies to the full text, not to the hits of an earlier letter.
    if (isPending) setAwaitingHits(true)
    else if (hit) chooseHit(hit)
  }
  const addTypedAhead = () => {
    const typed = takeTyped()
    const [line = ''] = typed.split('\n')
    if (line) setText(text + line)
    if (typed.includes('\n')) setAwaitingHits(true)
  }
  const first = hits[0]
  useEffect(() => {
    if (!isAwaitingHits || isPending) return
    setAwaitingHits(false)
    if (first) chooseHit(first)
  })
  return (
    <div className={styles.searchBox}>
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
          setAwaitingHits(false)
        }}
        onKeyDown={onKeyDown}
        onFocus={addTypedAhead}
      />
      <div id={id} role="listbox" aria-label={t('search.results')} className={styles.choice}>
        {hitGroups.map((group) => {
          const hitsOfGroup = hits.filter((hit) => hit.group === group)
          return hitsOfGroup.length === 0 ? null : (
            <fieldset key={group} className={styles.searchHits} aria-labelledby={`${id}-${group}`}>
              <div id={`${id}-${group}`} className={styles.searchGroup}>
                {t(`search.group.${group}`)}
              </div>
              {hitsOfGroup.map((hit) => {
                const index = hits.indexOf(hit)
                return (
                  <HitLink
                    key={hit.key}
                    id={`${id}-${index}`}
                    hit={hit}
                    isCurrent={index === current}
                    choose={chooseHit}
                  />
                )
              })}
            </fieldset>
          )
        })}
      </div>
      {error ? <FormFailure error={error} /> : null}
      {hits.length === 0 && text && !isPending && !error ? (
        <p className={styles.searchNone}>{t('search.nothing', { text: text.slice(0, 80) })}</p>
      ) : null}
    </div>
  )
}

type HitLinkProps = { id: string; hit: Hit; isCurrent: boolean; choose: (hit: Hit) => void }

function HitLink({ id, hit, isCurrent, choose }: HitLinkProps) {
  return (
    <AppLink
      id={id}
      role="option"
      aria-selected={isCurrent}
      aria-disabled={hit.reason !== undefined}
      tabIndex={-1}
      to={hit.to}
      onClick={(event: MouseEvent) => {
        event.preventDefault()
        choose(hit)
      }}
    >
      <span>
        {hit.state ? <HitState state={hit.state} /> : <HitIcon group={hit.group} />}
        {hit.text}
      </span>
      <small>{[hit.hint, hit.reason].filter(Boolean).join(' · ')}</small>
    </AppLink>
  )
}

const icons: Partial<Record<HitGroup, Icon>> = {
  actions: IconPlayerPlay,
  rooms: IconDoor,
  scenes: IconCalendarTime,
  people: IconUser,
  pages: IconFile,
}

function HitIcon({ group }: { group: HitGroup }) {
  const Mark = icons[group]
  return Mark ? (
    <span className={styles.searchState}>
      <Mark size={15} stroke={1.8} aria-hidden />
    </span>
  ) : null
}

function HitState({ state }: { state: Condition }) {
  const { t } = useTranslation('shared')
  const { icon: Mark, tone } = styleOf(state)
  return (
    <span className={styles.searchState} data-tone={tone}>
      <Mark size={15} stroke={2} aria-hidden color="var(--tone-text)" />
      <span className="vx-hidden">{t(`state.${state}`)}: </span>
    </span>
  )
}
