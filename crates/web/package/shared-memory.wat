;; Access to memory that the workers of a page share, in words of 64 bits. Every word holds what one worker has stored; no other
;; order is needed.
(module
  (import "host" "memory" (memory 1 65536 shared))
  (func (export "load") (param $number i32) (result i64)
    (i64.atomic.load (i32.shl (local.get $number) (i32.const 3))))
  (func (export "store") (param $number i32) (param $word i64)
    (i64.atomic.store (i32.shl (local.get $number) (i32.const 3)) (local.get $word))))
