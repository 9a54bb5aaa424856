import { Button, Menu } from '@mantine/core'
import { IconBookmark, IconCheck } from '@tabler/icons-react'
import type { DeviceList } from '@vigilux/contract/features/lamps/lamp.rules.ts'
import type { ViewParams } from '@vigilux/contract/features/views/view.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { lazy } from '../../shared/lazy.tsx'
import { AppLink } from '../../shared/navigation.tsx'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import * as tableStyles from '../../shared/table/table.module.css'
import { isSameView, viewPath } from './view-links.ts'

const SaveViewDialog = lazy(async () => (await import('./SaveViewDialog.tsx')).SaveViewDialog)
const ManageViewsDialog = lazy(async () => (await import('./ManageViewsDialog.tsx')).ManageViewsDialog)

type MenuProps = {
  list: DeviceList
  /** The current view, columns included. */
  params: ViewParams
}

/** The person's views of the plant's lists: open, save, and manage. */
export function ViewsMenu({ list, params }: MenuProps) {
  const { t } = useTranslation('views')
  const { plantId } = useCurrentPlant()
  const [open, setOpen] = useState<'save' | 'manage' | undefined>()
  const { views } = useAnswer('getViews', { plantId })
  const current = views.find((view) => view.list === list && isSameView(view.params, params))
  return (
    <>
      <Menu position="bottom-end" width={280}>
        <Menu.Target>
          <Button variant="default" leftSection={<IconBookmark size={16} aria-hidden />}>
            <span className={tableStyles.viewsName}>{current?.name ?? t('menu')}</span>
          </Button>
        </Menu.Target>
        <Menu.Dropdown className={tableStyles.viewsMenu}>
          {views.length === 0 ? <Menu.Label>{t('none')}</Menu.Label> : null}
          {views.map((view) => (
            <Menu.Item
              key={view.id}
              component={AppLink}
              to={viewPath(plantId, view)}
              aria-current={view === current ? 'true' : undefined}
              rightSection={view === current ? <IconCheck size={15} aria-hidden /> : null}
            >
              {view.name}
            </Menu.Item>
          ))}
          <Menu.Divider />
          <Menu.Item onClick={() => setOpen('save')}>{t('save')}</Menu.Item>
          {views.length > 0 ? <Menu.Item onClick={() => setOpen('manage')}>{t('manage')}</Menu.Item> : null}
        </Menu.Dropdown>
      </Menu>
      {open === 'save' ? (
        <SaveViewDialog views={views} list={list} params={params} onClose={() => setOpen(undefined)} />
      ) : null}
      {open === 'manage' ? <ManageViewsDialog views={views} onClose={() => setOpen(undefined)} /> : null}
    </>
  )
}
