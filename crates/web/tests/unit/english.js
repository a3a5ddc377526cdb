// What the page says in tests.

import { speak } from '../../assets/js/model/text.js';
import english from '../../assets/js/texts/en.js';

speak('en', english);
