import type { Serve } from '#platform/server/http/serve.ts'
import * as board from '../contract/board.ts'
import * as work from '../contract/work.ts'
import * as contract from '../contract.ts'
import { addVersionFile, addVersionNote } from './add-version.ts'
import { approveItem } from './approve-item.ts'
import { askForApproval } from './ask-for-approval.ts'
import { askForChanges } from './ask-for-changes.ts'
import { assignItem } from './assign-item.ts'
import { findMakers } from './board-store.ts'
import { deliverItem } from './deliver-item.ts'
import { downloadBoard } from './download-board.ts'
import { getBoardItem } from './get-board-item.ts'
import { getItem } from './get-item.ts'
import { getWork } from './get-work.ts'
import { listBoard } from './list-board.ts'
import { listItems } from './list-items.ts'
import { listProgress } from './list-progress.ts'
import { listWork } from './list-work.ts'
import { openBoardVersion, openVersion, openWorkVersion } from './open-version.ts'
import { removeVersion } from './remove-version.ts'
import { takeItem } from './take-item.ts'
import { answerComment, writeComment } from './write-comment.ts'

export function deliverableRoutes(serve: Serve) {
  boardRoutes(serve)
  serve(contract.listProgress, (context) => listProgress(context))
  serve(contract.listItems, (context, { query }) => listItems(context, query))
  serve(contract.getItem, (context, { params }) => getItem(context, params.itemId))
  serve(contract.getVersionFile, (context, { params }) => openVersion(context, params))
  serve(contract.approveItem, (context, { params, body }) => approveItem(context, params.itemId, body))
  serve(contract.askForChanges, (context, { params, body }) => askForChanges(context, params.itemId, body))
  serve(contract.writeComment, (context, { params, body }) => writeComment(context, params.itemId, body.text))
  serve(work.listWork, (context, { query }) => listWork(context, query))
  serve(work.getWork, (context, { params }) => getWork(context, params.itemId))
  serve(work.getWorkFile, (context, { params }) => openWorkVersion(context, params))
  serve(work.takeItem, (context, { params }) => takeItem(context, params.itemId))
  serve(work.addVersionFile, (context, { params, query, body }) =>
    addVersionFile(context, params.itemId, { name: query.name, upload: body }),
  )
  serve(work.addVersionNote, (context, { params, body }) => addVersionNote(context, params.itemId, body.note))
  serve(work.removeVersion, (context, { params }) => removeVersion(context, params))
  serve(work.askForApproval, (context, { params }) => askForApproval(context, params.itemId))
  serve(work.deliverItem, (context, { params }) => deliverItem(context, params.itemId))
  serve(work.answerComment, (context, { params, body }) => answerComment(context, params.itemId, body.text))
}

function boardRoutes(serve: Serve) {
  serve(board.listBoard, (context, { query }) => listBoard(context, query))
  serve(board.downloadBoard, (context, { query }) => downloadBoard(context, query))
  serve(board.listMakers, ({ db }) => findMakers(db))
  serve(board.getBoardItem, (context, { params }) => getBoardItem(context, params.itemId))
  serve(board.getBoardFile, (context, { params }) => openBoardVersion(context, params))
  serve(board.assignItem, (context, { params, body }) => assignItem(context, params.itemId, body))
}
