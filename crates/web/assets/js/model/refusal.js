// Why a click does nothing, in words: from whose piece was clicked and what the game asks for.

import { t } from './text.js';

/**
 * @param {object} click
 * @param {number} click.owner of what stands on the cell; 0 if nobody's does
 * @param {number} click.mover
 * @param {boolean} click.isBegun was something picked before?
 * @param {boolean} click.needsPiece do moves begin with a piece?
 * @param {string} click.ask what the game asks for
 * @param {string} click.piece what it calls a piece
 */
export function refusal({ owner, mover, isBegun, needsPiece, ask, piece }) {
  if (isBegun) return t('why.noTarget');
  if (needsPiece && owner === mover) return t('why.stuck', { piece });
  if (needsPiece && owner) return t('why.notYours', { piece });
  if (needsPiece) return t('why.pieceFirst', { piece });
  return t('why.notThere', { ask });
}
