export { ViewsMenu } from './ViewsMenu.tsx'
export { viewParamsOf } from './view-links.ts'
