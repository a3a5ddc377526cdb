// A lint: what people read stands in assets/js/texts, not in the modules. Strings are loose where they reach the page:
// as children of elements, as labels, notices and errors. Elsewhere they are if they look like prose.

const LABELS = new Set(['aria-label', 'aria-valuetext', 'aria-description', 'title', 'placeholder', 'label', 'alt']);
/** How many arguments of these are not read by people. */
const SAYS = { h: 2, s: 2, fill: 1, toast: 0, announce: 0, dialog: 0, Error: 0, ApiError: 1 };
const PASS_ON = new Set([
  'ConditionalExpression',
  'LogicalExpression',
  'ArrayExpression',
  'TemplateLiteral',
  'SpreadElement',
]);

/** Two letters in a row make a word; a sign, a number or a unit of one letter do not. */
const isWord = (text) => /\p{L}{2,}/u.test(text);
const isProse = (text) =>
  /^\p{Lu}\p{Ll}+ \p{Ll}|\p{L}{2,} \p{L}+ \p{L}{2,}|\p{L} …/u.test(text) && !/[<>{}[\]#=]/.test(text);

const nameOf = (node) => node?.name ?? node?.value ?? node?.property?.name;

/** Does a string at this place reach the reader? */
function isShown(node) {
  let child = node;
  let { parent } = node;
  while (PASS_ON.has(parent.type) || (parent.type === 'BinaryExpression' && parent.operator === '+')) {
    if (parent.type === 'ConditionalExpression' && parent.test === child) return false;
    [child, parent] = [parent, parent.parent];
  }
  if (parent.type === 'CallExpression' || parent.type === 'NewExpression') {
    const place = parent.arguments.indexOf(child);
    if (nameOf(parent.callee) === 'setAttribute') return place === 1 && LABELS.has(parent.arguments[0].value);
    const first = parent.callee.type === 'Identifier' ? SAYS[parent.callee.name] : undefined;
    // The kind of a notice is its last argument.
    return first !== undefined && place >= first && !(parent.callee.name === 'toast' && place === 1);
  }
  if (parent.type === 'Property') return parent.value === child && LABELS.has(nameOf(parent.key));
  if (parent.type === 'AssignmentExpression') return parent.right === child && nameOf(parent.left) === 'textContent';
  return false;
}

export default {
  meta: {
    type: 'suggestion',
    schema: [],
    messages: { loose: 'a text that people read belongs into texts/: {{text}}' },
  },
  create(context) {
    const look = (node, text) => {
      if (node.parent.type === 'ImportDeclaration' || node.parent.type === 'ImportExpression') return;
      if (isProse(text) || (isWord(text) && isShown(node)))
        context.report({ node, messageId: 'loose', data: { text } });
    };
    return {
      Literal(node) {
        if (typeof node.value === 'string') look(node, node.value);
      },
      TemplateElement: (node) => look(node, node.value.cooked),
    };
  },
};
