//! JSON against a description of it: the part of JSON Schema (2020-12) that Melee's own descriptions use.
//!
//! A word of JSON Schema that is not known here is a fault of the description, so that nothing is believed to be
//! checked that is not.

use serde_json::{Map, Value};

/// What is wrong with a value, and where; `schema` is a part of `document`, to which its references point.
///
/// ```
/// use melee_testkit::schema::check;
/// use serde_json::json;
///
/// let schema = json!({"type": "object", "properties": {"nodes": {"type": "integer"}}, "required": ["nodes"]});
/// assert_eq!(check(&schema, &schema, &json!({"nodes": 45})), Ok(()));
/// assert!(check(&schema, &schema, &json!({"nodes": "45"})).unwrap_err().contains("/nodes"));
/// ```
pub fn check(document: &Value, schema: &Value, value: &Value) -> Result<(), String> {
    Checker { document }.fits(schema, value, "")
}

/// Words that describe and demand nothing.
const ANNOTATIONS: [&str; 6] = ["$schema", "$id", "$defs", "title", "description", "examples"];

struct Checker<'a> {
    document: &'a Value,
}

impl Checker<'_> {
    fn fits(&self, schema: &Value, value: &Value, at: &str) -> Result<(), String> {
        let words = schema.as_object().ok_or_else(|| format!("{at}: the description is no object: {schema}"))?;
        let demands = words.iter().filter(|(word, _)| !ANNOTATIONS.contains(&word.as_str()));
        for (word, demand) in demands {
            match (word.as_str(), demand) {
                ("$ref", Value::String(path)) => self.fits(self.find(path)?, value, at)?,
                ("anyOf", Value::Array(choices)) => self.fits_any(choices, value, at)?,
                ("enum", Value::Array(known)) if known.contains(value) => {}
                ("const", known) if known == value => {}
                ("enum" | "const", _) => return Err(format!("{at}: {value} is not {demand}")),
                ("type", names) => of_type(names, value, at)?,
                ("items", each) => self.items(each, value, at)?,
                ("minItems" | "maxItems", _) => length(word, demand, value, at)?,
                ("properties" | "required" | "additionalProperties", _) => {}
                _ => return Err(format!("{at}: the description says {word}, which is not known here")),
            }
        }
        value.as_object().map_or(Ok(()), |fields| self.fields(words, fields, at))
    }

    fn find(&self, path: &str) -> Result<&Value, String> {
        let target = path.strip_prefix('#').and_then(|path| self.document.pointer(path));
        target.ok_or_else(|| format!("{path} is not described"))
    }

    fn fits_any(&self, choices: &[Value], value: &Value, at: &str) -> Result<(), String> {
        let mut problems = Vec::new();
        for choice in choices {
            match self.fits(choice, value, at) {
                Ok(()) => return Ok(()),
                Err(problem) => problems.push(problem),
            }
        }
        Err(format!("{at}: none of {} fits: {}", choices.len(), problems.join("; ")))
    }

    fn items(&self, each: &Value, value: &Value, at: &str) -> Result<(), String> {
        let items = value.as_array().into_iter().flatten().enumerate();
        items.into_iter().try_for_each(|(i, item)| self.fits(each, item, &format!("{at}/{i}")))
    }

    fn fields(&self, words: &Map<String, Value>, fields: &Map<String, Value>, at: &str) -> Result<(), String> {
        for name in words.get("required").and_then(Value::as_array).into_iter().flatten() {
            if !name.as_str().is_some_and(|name| fields.contains_key(name)) {
                return Err(format!("{at}: there is no {name}"));
            }
        }
        let described = words.get("properties").and_then(Value::as_object);
        for (name, field) in fields {
            let place = format!("{at}/{name}");
            let own = described.and_then(|described| described.get(name));
            match own.or(words.get("additionalProperties")) {
                None | Some(Value::Bool(true)) => {}
                Some(Value::Bool(false)) => return Err(format!("{place} is not described")),
                Some(schema) => self.fits(schema, field, &place)?,
            }
        }
        Ok(())
    }
}

fn of_type(names: &Value, value: &Value, at: &str) -> Result<(), String> {
    let is = |name: &Value| match name.as_str() {
        Some("string") => value.is_string(),
        Some("integer") => value.is_i64() || value.is_u64(),
        Some("number") => value.is_number(),
        Some("boolean") => value.is_boolean(),
        Some("array") => value.is_array(),
        Some("object") => value.is_object(),
        Some("null") => value.is_null(),
        _ => false,
    };
    let fits = names.as_array().map_or_else(|| is(names), |names| names.iter().any(is));
    if fits { Ok(()) } else { Err(format!("{at} is not {names}: {}", melee_core::abridged(&value.to_string()))) }
}

fn length(word: &str, demand: &Value, value: &Value, at: &str) -> Result<(), String> {
    let (Some(items), Some(bound)) = (value.as_array(), demand.as_u64()) else { return Ok(()) };
    let count = items.len() as u64;
    let fits = if word == "minItems" { count >= bound } else { count <= bound };
    if fits { Ok(()) } else { Err(format!("{at}: {count} items, {word} is {bound}")) }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    fn is_fine(schema: &Value, value: &Value) -> bool {
        check(schema, schema, value).is_ok()
    }

    #[test]
    fn numbers_as_texts_missing_and_unknown_fields_are_found() {
        let schema = json!({
            "type": "object", "required": ["a"], "additionalProperties": false,
            "properties": {"a": {"type": ["integer", "null"]}, "b": {"$ref": "#/$defs/pair"}},
            "$defs": {"pair": {"type": "array", "items": {"type": "number"}, "minItems": 2, "maxItems": 2}},
        });
        for fine in [json!({"a": 1}), json!({"a": null, "b": [1, 2.5]})] {
            assert!(is_fine(&schema, &fine), "{fine}");
        }
        let wrong = [json!([]), json!({}), json!({"a": "1"}), json!({"a": 1.5}), json!({"a": 1, "c": 1})];
        let pairs = [json!({"a": 1, "b": [1]}), json!({"a": 1, "b": [1, "2"]}), json!({"a": 1, "b": [1, 2, 3]})];
        for wrong in wrong.iter().chain(&pairs) {
            assert!(!is_fine(&schema, wrong), "{wrong}");
        }
    }

    #[test]
    fn one_of_several_must_fit_and_unknown_words_are_faults() {
        let schema =
            json!({"anyOf": [{"enum": ["win", null]}, {"type": "object", "additionalProperties": {"type": "string"}}]});
        for (value, fits) in
            [(json!(null), true), (json!({"x": "y"}), true), (json!({"x": 1}), false), (json!(3), false)]
        {
            assert_eq!(is_fine(&schema, &value), fits, "{value}");
        }
        assert!(!is_fine(&json!({"pattern": "^a"}), &json!("a")));
        assert!(!is_fine(&json!({"$ref": "#/$defs/none"}), &json!("a")));
    }
}
