import { SegmentedControl } from '@mantine/core'
import { IconBuilding } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { AnswerBoundary } from '../../shared/feedback/AnswerBoundary.tsx'
import { EmptyState } from '../../shared/feedback/StatePanel.tsx'
import { PageHeader } from '../../shared/layout/PageHeader.tsx'
import { WithPanel } from '../../shared/layout/SidePanel.tsx'
import { AppLink } from '../../shared/navigation.tsx'
import { useOpenDetail } from '../../shared/open-detail.ts'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { RoleAction } from '../../shared/plant/RoleAction.tsx'
import { RoomTabs } from '../../shared/plant/RoomTabs.tsx'
import { useSearchParams } from '../../shared/search-params.ts'
import { localDebounceMs, SearchField } from '../../shared/table/SearchField.tsx'
import * as tableStyles from '../../shared/table/table.module.css'
import { pathTo } from '../../site-map.ts'
import { AddRoom, type NewPlace, NewRoom } from './NewRoom.tsx'
import { RoomPanel } from './RoomPanel.tsx'
import { RoomTree } from './RoomTree.tsx'
import { findRooms, type RoomOrder, type RoomRow, useRoomRows } from './room-rows.ts'
import * as styles from './rooms.module.css'

/** A plant's buildings, floors and rooms as a tree with their contents. */
export function RoomsPage() {
  const { t } = useTranslation('rooms')
  const { t: tShell } = useTranslation('shell')
  const { plantId } = useCurrentPlant()
  const { rooms } = useAnswer('getRooms', { plantId })
  const detail = useOpenDetail('openroom')
  const [place, setPlace] = useState<NewPlace>()
  const count = rooms.length
  const close = (createdId?: string) => {
    setPlace(undefined)
    if (createdId) detail.open(createdId)
  }
  const add = <AddRoom onAdd={setPlace} />
  return (
    <>
      <PageHeader
        title={tShell('menu.rooms')}
        facts={count > 0 ? <span>{t('count', { count })}</span> : null}
        actions={count > 0 ? <RoleAction>{add}</RoleAction> : null}
      />
      <RoomTabs side="rooms" />
      <AnswerBoundary>
        {count === 0 ? (
          <div className="vx-card">
            <EmptyState icon={IconBuilding} title={t('none.title')} action={add}>
              {t('none.text')}
            </EmptyState>
          </div>
        ) : (
          <RoomList onAdd={setPlace} />
        )}
      </AnswerBoundary>
      {place ? <NewRoom place={place} onClose={close} /> : null}
    </>
  )
}

function RoomList({ onAdd }: { onAdd: (place: NewPlace) => void }) {
  const { t } = useTranslation('rooms')
  const [search, setSearch] = useSearchParams()
  const order: RoomOrder = search.sort === 'state' ? 'state' : 'name'
  const { rows, placeless } = useRoomRows(order)
  const detail = useOpenDetail('openroom')
  const shown = findRooms(rows, search.q ?? '')
  const open = rows.find(({ id }) => id === detail.key)
  const at = open ? shown.indexOf(open) : -1
  const step = (row: RoomRow | undefined) => row && (() => detail.open(row.id))
  return (
    <WithPanel
      gone={detail.key && !open ? t('gone') : undefined}
      panel={
        open ? (
          <RoomPanel
            key={open.id}
            room={open}
            onAdd={onAdd}
            onClose={detail.close}
            onPrevious={at > 0 ? step(shown[at - 1]) : undefined}
            onNext={at >= 0 ? step(shown[at + 1]) : undefined}
          />
        ) : null
      }
    >
      <div className={styles.roomTools}>
        <SearchField
          value={search.q ?? ''}
          placeholder={t('search')}
          pauseMs={localDebounceMs}
          onChange={(q) => setSearch({ q })}
        />
        <SegmentedControl
          size="xs"
          aria-label={t('order')}
          value={order}
          onChange={(sort) => setSearch({ sort: sort === 'name' ? undefined : sort })}
          data={[
            { value: 'name', label: t('byName') },
            { value: 'state', label: t('byState') },
          ]}
        />
        <NoRoomYet count={placeless} />
      </div>
      {shown.length === 0 ? (
        <p role="status" className={tableStyles.tableNothing}>
          {t('assign.noneFits')}
        </p>
      ) : (
        <div className="vx-card">
          <RoomTree
            rows={shown}
            label={t('tree')}
            openId={detail.key}
            unfolded={Boolean(search.q)}
            onOpen={detail.open}
          />
        </div>
      )}
    </WithPanel>
  )
}

/** Link to the devices without a room. */
function NoRoomYet({ count }: { count: number }) {
  const { t } = useTranslation('rooms')
  const { plantId } = useCurrentPlant()
  if (count === 0) return null
  return <AppLink to={pathTo('devices', { plantId }, { room: 'none' })}>{t('placeless', { count })}</AppLink>
}
