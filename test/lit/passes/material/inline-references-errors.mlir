// References that cannot be replaced.
// RUN: terrane-opt %s -split-input-file -verify-diagnostics --material-inline-references

material.graph @g from 0 height 16 sea_level 0 block @"state:b" fluid @"state:b" {
  // expected-error @+1 {{refers to 'rule:nowhere:r', which is not in the module}}
  %0 = material.rule_ref @"rule:nowhere:r"
  material.entry %0
}

// -----

// A symbol of another kind is no rule.
material.state @"state:b" block "b" is <motion>

material.graph @g from 0 height 16 sea_level 0 block @"state:b" fluid @"state:b" {
  // expected-error @+1 {{refers to 'state:b', which is not in the module}}
  %0 = material.rule_ref @"state:b"
  material.entry %0
}

// -----

material.named_condition @"condition:a:c" {
  %0 = material.hole
  material.yield %0 : !material.condition
}

material.graph @g from 0 height 16 sea_level 0 block @"state:b" fluid @"state:b" {
  // expected-error @+1 {{refers to 'condition:a:c', which is of another kind}}
  %0 = material.rule_ref @"condition:a:c"
  material.entry %0
}

// -----

// A file that is a bare reference (spec 40, 1.1).
// expected-error @+1 {{is a bare reference; expected: an object}}
material.named_rule @"rule:a:r" {
  %0 = material.rule_ref @"rule:a:s"
  material.yield %0 : !material.rule
}

material.graph @g from 0 height 16 sea_level 0 block @"state:b" fluid @"state:b" {
  %0 = material.rule_ref @"rule:a:r"
  material.entry %0
}

// -----

material.named_rule @"rule:a:r" {
  // expected-error @+1 {{reference cycle: 'a:r' -> 'a:r'; expected: rules and conditions that do not refer to themselves}}
  %0 = material.rule_ref @"rule:a:r"
  %1 = material.sequence(%0)
  material.yield %1 : !material.rule
}

material.graph @g from 0 height 16 sea_level 0 block @"state:b" fluid @"state:b" {
  %0 = material.rule_ref @"rule:a:r"
  material.entry %0
}

// -----

// Through three files, and not through the root.
material.named_rule @"rule:a:root" {
  %0 = material.rule_ref @"rule:a:r"
  %1 = material.sequence(%0)
  material.yield %1 : !material.rule
}

material.named_rule @"rule:a:r" {
  %0 = material.rule_ref @"rule:a:s"
  %1 = material.sequence(%0)
  material.yield %1 : !material.rule
}

material.named_rule @"rule:a:s" {
  // expected-error @+1 {{reference cycle: 'a:r' -> 'a:s' -> 'a:r'}}
  %0 = material.rule_ref @"rule:a:r"
  %1 = material.sequence(%0)
  material.yield %1 : !material.rule
}

material.graph @g from 0 height 16 sea_level 0 block @"state:b" fluid @"state:b" {
  %0 = material.rule_ref @"rule:a:root"
  material.entry %0
}

// -----

// Through conditions.
material.named_condition @"condition:a:c" {
  %0 = material.condition_ref @"condition:a:d"
  %1 = material.not %0
  material.yield %1 : !material.condition
}

material.named_condition @"condition:a:d" {
  // expected-error @+1 {{reference cycle: 'a:c' -> 'a:d' -> 'a:c'}}
  %0 = material.condition_ref @"condition:a:c"
  %1 = material.not %0
  material.yield %1 : !material.condition
}

material.graph @g from 0 height 16 sea_level 0 block @"state:b" fluid @"state:b" {
  %0 = material.condition_ref @"condition:a:c"
  %1 = material.nothing
  %2 = material.when %0, %1
  material.entry %2
}
